import { AppError } from '#platform/app-error.ts'

/** The refusal of a change to a cake that is not there, or no longer. */
export function noSuchCake(): AppError {
  return new AppError('not_found', 'There is no such cake (any more).')
}
