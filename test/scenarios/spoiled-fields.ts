import { nul } from './scenario.ts'

/** What the OpenAPI document says of a value. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** A value with one part of it spoiled, and the path of that part as problems name it: `order.0.amount`. */
export interface Spoiled {
  at: string
  value: unknown
}

const join = (at: string, key: string | number) => (at === '' ? `${key}` : `${at}.${key}`)

/** A good value in every way that its schema forbids, one at a time. */
export function* spoiled(schema: Schema, good: unknown, at = ''): Generator<Spoiled> {
  for (const value of spoiledAsWhole(schema)) yield { at, value }
  if (Array.isArray(good) && schema.items) {
    const [first, ...rest] = good
    if ((schema.minItems ?? 0) > 0) yield { at, value: [] }
    if (schema.maxItems && schema.maxItems <= 100)
      yield { at, value: Array.from({ length: schema.maxItems + 1 }, (_, n) => another(first, n)) }
    for (const one of spoiled(schema.items, first, join(at, 0)))
      if (first !== undefined) yield { at: one.at, value: [one.value, ...rest] }
  }
  const fields = good as Record<string, unknown> | null | undefined
  if (typeof fields !== 'object' || fields === null) return
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const { [key]: field, ...others } = fields
    if (schema.required?.includes(key)) yield { at: join(at, key), value: others }
    for (const one of spoiled(inner, field, join(at, key)))
      yield { at: one.at, value: { ...fields, [key]: one.value } }
  }
  if (schema.additionalProperties === false) yield { at, value: { ...fields, extra: 'x' } }
}

/** Lists drop what stands in them twice. */
const another = (one: unknown, n: number) => (typeof one === 'string' ? `${one} ${n}` : one)

/** Values that a schema allows in no place: of another type, and just beyond its bounds. */
function spoiledAsWhole(schema: Schema): unknown[] {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.some(({ type }) => type === 'object') ? [7] : [{}]
  const types = [schema.type ?? []].flat()
  return [
    ...(types.length > 0 && !types.includes('null') ? [null] : []),
    ...(types.includes('string') ? [7, {}, ...spoiledTexts(schema)] : []),
    ...(types.includes('number') || types.includes('integer')
      ? ['x', ...numbersBeyond(schema)]
      : []),
    ...(types.includes('integer') ? [1.5] : []),
    ...(types.includes('boolean')
      ? ['yes', 1, ...(schema.enum?.includes(true) ? [false] : [])]
      : []),
    ...(types.includes('array') || types.includes('object') ? ['x', 7] : []),
  ]
}

/** So long may be what people type, before it is tidied. */
const typedLength = 10_000

/** Texts that a schema forbids: with a NUL, too short or long, no word of its list, not of its form. */
export function spoiledTexts({ minLength = 0, maxLength, ...schema }: Schema): string[] {
  return [
    nul,
    ...(minLength > 0 ? [''] : []),
    ...(minLength > 0 && maxLength === typedLength ? [' '] : []),
    ...(minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ...(schema.enum || schema.pattern || schema.format ? ["no such' or 1=1 --"] : []),
  ]
}

export function numbersBeyond({ type, minimum, exclusiveMinimum, maximum }: Schema): number[] {
  return [
    ...(minimum === undefined ? [] : [type === 'integer' ? minimum - 1 : minimum - 0.01]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ...(maximum === undefined ? [] : [maximum + 1, 1e308]),
  ]
}
