import { AppError } from '#platform/app-error.ts'

/** The same for another customer's order and for none, so that it reveals nothing. */
export function notYours(): AppError {
  return new AppError('forbidden', 'These are not your orders.')
}
