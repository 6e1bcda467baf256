import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * A form's checks by a schema. The schema, and zod with it, are fetched when a field is checked for the first time:
 * the page listens before. `loginChecks = schemaResolver(async () => (await import('./account.schema.ts')).loginSchema)`
 */
export function schemaResolver<Input extends FieldValues, Output>(
  load: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (...given) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)(...given)
  }
}
