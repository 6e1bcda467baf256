import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Validates a form by a schema. The schema, and zod with it, load when a field is validated for the first time, so
 * that the page is interactive sooner. `loginResolver = schemaResolver(async () => (await import('./account.schema.ts')).loginSchema)`
 */
export function schemaResolver<Input extends FieldValues, Output>(
  load: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (...validation) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)(...validation)
  }
}
