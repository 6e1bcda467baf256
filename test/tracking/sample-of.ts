/** The part of a JSON schema that is read here. */
export interface JsonSchema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

/** Something of a JSON schema: what is aimed, where a field has that name; otherwise the least that it takes. */
export function sampleOf(schema: JsonSchema, aimed: Record<string, unknown>): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [one] = schema.anyOf ?? []
  if (one) return sampleOf(one, aimed)
  if (schema.properties) {
    const { properties, required = [] } = schema
    const given = Object.entries(properties).filter(
      ([name]) => aimed[name] !== undefined || required.includes(name),
    )
    return Object.fromEntries(
      given.map(([name, field]) => [name, aimed[name] ?? sampleOf(field, aimed)]),
    )
  }
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, aimed)] : []
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return false
  if (schema.format === 'date-time') return new Date(0).toISOString()
  return schema.format === 'uuid' ? crypto.randomUUID() : 'x'
}
