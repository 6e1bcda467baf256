import type { KnownValues } from './known-values.ts'
import type { Random } from './random.ts'

/** The part of JSON Schema that the shop's OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
}

export interface Sources {
  random: Random
  known: KnownValues
}

/** A value that a schema mostly allows: one the shop knows, where there is one. */
export function valueOfSchema(schema: Schema, sources: Sources, key = ''): unknown {
  const { random, known } = sources
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (alternatives) return valueOfSchema(random.pick(alternatives), sources, key)
  const [type] = typesOf(schema)
  const fits = (value: unknown) => typesOf(schema).includes(typeOf(value))
  const found = key && !random.once(4) ? known.find(key, fits, random) : undefined
  if (found !== undefined) return found
  if (type === 'object') return objectOf(schema, sources)
  if (type === 'array') {
    const length = (schema.minItems ?? 0) + random.below(3)
    return Array.from({ length }, () => valueOfSchema(schema.items ?? {}, sources, key))
  }
  if (type === 'integer' || type === 'number') {
    return (schema.minimum ?? 0) + random.below(Math.min(schema.maximum ?? 100, 100) + 1)
  }
  if (type === 'boolean') return random.once(2)
  if (type === 'null') return null
  return textOf(schema, sources)
}

function objectOf({ properties = {}, required = [] }: Schema, sources: Sources) {
  const present = Object.entries(properties).filter(
    ([name]) => required.includes(name) || sources.random.once(2),
  )
  return Object.fromEntries(
    present.map(([name, property]) => [name, valueOfSchema(property, sources, name)]),
  )
}

function textOf({ format = '' }: Schema, { random, known }: Sources): string {
  const found = known.find(format, (value) => typeof value === 'string', random)
  return typeof found === 'string' ? found : random.pick(['1', 'Asha', '2030-01-15', 'x'])
}

function typesOf({ type = 'string' }: Schema): string[] {
  const types = typeof type === 'string' ? [type] : type
  return types.includes('integer') ? [...types, 'number'] : types
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
