import { z } from 'zod'
import { invalidRequest, type StripeRefusal } from './stripe-refusal.ts'

type Form = { [name: string]: string | Form }

/** Reads 'amount=100&metadata[order]=1&expand[0]=x', which is how Stripe is spoken to. */
export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    put(form, name.replaceAll(']', '').split('['), value)
  }
  return form
}

function put(form: Form, [first = '', ...rest]: string[], value: string) {
  if (rest.length === 0) {
    form[first] = value
    return
  }
  const next = form[first]
  const inner = typeof next === 'object' ? next : {}
  form[first] = inner
  put(inner, rest, value)
}

/** A whole number; a message of ours begins with Stripe's code for the fault. */
export const wholeNumber = z
  .string()
  .regex(/^-?\d+$/, 'parameter_invalid_integer: Invalid integer')
  .transform(Number)

export const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value ? Object.values(value) : value),
    z.array(item),
  )

/** Without what is not known, as Stripe's libraries send it. */
export const address = z.strictObject({
  line1: z.string().optional(),
  postal_code: z.string().optional(),
  city: z.string().optional(),
  country: z.string().length(2).optional(),
})

export const metadata = z.record(z.string().max(40), z.string().max(500))

/** Reads parameters as strictly as Stripe: no unknown ones, none missing, each of its kind. */
export function readParams<Params>(schema: z.ZodType<Params>, form: Form): Params {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  throw refusalOf(read.error.issues[0], form)
}

function refusalOf(issue: z.core.$ZodIssue | undefined, form: Form): StripeRefusal {
  const path = (issue?.path ?? []).map(String)
  if (issue?.code === 'unrecognized_keys') {
    return unknownParameter(bracketed([...path, issue.keys[0] ?? '']))
  }
  const param = bracketed(path)
  const isMissing = path.reduce<unknown>((at, part) => (at as Form)?.[part], form) === undefined
  if (isMissing) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const [, code, message] = /^(\w+): (.*)$/.exec(issue?.message ?? '') ?? []
  return invalidRequest(message ?? `Invalid ${param}: ${issue?.message}`, { code, param })
}

function unknownParameter(param: string): StripeRefusal {
  if (param === 'payment_method_types') {
    const message = 'payment_method_types is no longer supported.'
    return invalidRequest(message, { code: 'payment_method_types_no_longer_supported', param })
  }
  return invalidRequest(`Received unknown parameter: ${param}`, {
    code: 'parameter_unknown',
    param,
  })
}

function bracketed([first = '', ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join('')
}
