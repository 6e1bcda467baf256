import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { linkToken } from '#shop/values/link-token.ts'
import { mobileError, tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { personNameSchema, typedEntry, typedText } from '#shop/values/typed/typed.schema.ts'

/** The length of a password. The upper limit keeps hashing cheap. */
export const passwordLimits = { min: 8, max: 128 }

export const emailSchema = typedEntry('Email is required')
  .toLowerCase()
  .min(1, 'Email is required')
  .pipe(z.email('Invalid email').max(254, 'Invalid email'))
  .meta({ format: 'email' })

const passwordSchema = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`)
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`)

/** Of whoever orders: ten digits as the specification has it, or with the code of a country abroad. */
const mobilenoSchema = typedText(tidyMobile, 'MobileNo is required')
  .min(1, 'MobileNo is required')
  .refine((mobile) => mobileError(mobile) === null, {
    error: ({ input }) => mobileError(String(input)) ?? undefined,
  })
  .describe('Ten digits of India, or + and the code of another country')

/** Data of younger people needs a parent's verified consent (DPDP Act, section 9). */
const adultAge = 18

/** A calendar day 'YYYY-MM-DD' in Kolkata, on which an adult of today was born. */
function birthdateSchema(clock: Clock) {
  return typedEntry('Birthdate is required')
    .min(1, 'Birthdate is required')
    .pipe(z.iso.date('Birthdate must be a date such as 1995-04-23'))
    .refine((day) => day <= kolkataDay(clock.now()), {
      error: 'Birthdate must be in the past',
      abort: true,
    })
    .refine((day) => day >= '1900-01-01', 'Birthdate must be after 1900')
    .refine((day) => day <= latestAdultBirthdate(clock.now()), {
      error: `Accounts are for people of ${adultAge} or older. A parent or guardian can order for you.`,
    })
    .meta({ format: 'date' })
}

/** Whoever was born on 29 February comes of age on 1 March, unless the year is a leap year. */
function latestAdultBirthdate(now: Date): string {
  const today = kolkataDay(now)
  return `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`
}

export const profileSchema = z.object({
  name: personNameSchema,
  mobileno: mobilenoSchema,
})
export type Profile = z.output<typeof profileSchema>

export function registrationSchemaAt(clock: Clock) {
  return profileSchema.extend({
    email: emailSchema,
    date: birthdateSchema(clock),
    password: passwordSchema,
  })
}

export const registrationSchema = registrationSchemaAt(systemClock)
export type Registration = z.output<typeof registrationSchema>

/** A guest orders without an account: only how to reach them. */
export const guestSchema = profileSchema.extend({ email: emailSchema })
export type Guest = z.output<typeof guestSchema>

export const loginSchema = z.object({ email: emailSchema, password: passwordSchema })

/** For a change of email, and for a link to a new password. */
export const onlyEmailSchema = z.object({ email: emailSchema })

export const newPasswordSchema = z.object({ password: passwordSchema })

export const passwordChangeSchema = newPasswordSchema.extend({ currentPassword: passwordSchema })
export type PasswordChange = z.output<typeof passwordChangeSchema>

export const mailedTokenSchema = z
  .string({ error: 'The link is incomplete. Please open it again from the email.' })
  .min(1, 'The link is incomplete. Please open it again from the email.')
  .max(200, 'The link is damaged. Please open it again from the email.')
  // Without the sign that stood behind the link.
  .overwrite(linkToken)

export const resetPasswordSchema = newPasswordSchema.extend({ token: mailedTokenSchema })

/** The password that somebody types again before a step that a thief would take. */
export const currentPasswordSchema = z.object({
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
})

const appCode = /^\d{6}$/
const recoveryCode = /^[a-z0-9]{5}-[a-z0-9]{5}$/i

export const isAppCode = (code: string) => appCode.test(code)

const typed = (empty: string) => typedEntry(empty).min(1, empty)

/** The code of an authenticator app; people may type its space. */
export const appCodeSchema = z.object({
  code: typed('Code is required')
    .transform((code) => code.replaceAll(' ', ''))
    .refine(isAppCode, 'A code has 6 digits, such as 123 456'),
})

export const recoveryCodeSchema = z.object({
  code: typed('Recovery code is required').regex(
    recoveryCode,
    'A recovery code looks like ab3de-fg4hj',
  ),
})

export const signInCodeSchema = z.object({
  code: z.union([appCodeSchema.shape.code, recoveryCodeSchema.shape.code], {
    error: 'Enter the 6 digits of your app, or a recovery code',
  }),
})

const bytes = z.string().max(8_000)

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}),
}

export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof newPasskeySchema>

export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>
