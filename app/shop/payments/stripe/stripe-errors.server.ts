import Stripe from 'stripe'
import { AppError } from '#platform/app-error.ts'

const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
  Stripe.errors

/** Refusals that the customer can do something about. */
const sentences = new Map([
  ['email_invalid', 'The card company does not take your e-mail address.'],
  ['amount_too_small', 'This is too little to be paid by card.'],
  ['amount_too_large', 'This is too much to be paid by card at once.'],
])

/**
 * Makes calls to Stripe and puts what goes wrong into our words. An error of Stripe's holds the whole payment, with the
 * client secret and the customer's address, and must not reach a log: none leaves here but its code.
 *
 * @throws AppError unavailable (time-out, no connection, too many calls, Stripe's own failure), conflict
 * @throws Error for what only a wrong setting or a bug can bring about
 */
export async function translateErrors<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? translate(error) : error
  }
}

function translate(error: Stripe.errors.StripeError): Error {
  const logged = new Error(describeError(error))
  if (isOutage(error)) {
    const detail = 'The card company does not answer just now. Please try again in a moment.'
    return withCause(logged, new AppError('unavailable', detail))
  }
  if (error instanceof StripeIdempotencyError) {
    return new AppError('conflict', 'This was begun for another order or amount.')
  }
  const sentence = sentences.get(error.code ?? '')
  return sentence ? withCause(logged, new AppError('conflict', sentence)) : logged
}

/** A refusal whose reason the log may show. */
export function withCause(cause: Error, refusal: AppError): AppError {
  refusal.cause = cause
  return refusal
}

/** What of Stripe's error may be logged, enough to find it in Stripe's dashboard. */
export function describeError({
  type,
  statusCode,
  code,
  param,
  requestId,
}: Stripe.errors.StripeError): string {
  const known = [type, statusCode, code, param, requestId].filter((fact) => fact !== undefined)
  return `Stripe: ${known.join(' ')}`
}

/** Stripe's library takes what is neither a refusal nor a success for an APIError: 409 and 5xx, and broken answers. */
function isOutage(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
}

/**
 * Writes under a key, so that the same again is done once. Stripe keeps the first answer to a key for a day, a failure
 * of its own too: then the next key is taken, and it is the same one for all who ask.
 */
export async function withIdempotency<T>(
  key: string,
  write: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  for (const idempotencyKey of [key, `${key}.2`]) {
    try {
      return await write(idempotencyKey)
    } catch (error) {
      if (!isReplayedFailure(error)) throw error
    }
  }
  return write(`${key}.3`)
}

function isReplayedFailure(error: unknown): boolean {
  return error instanceof StripeAPIError && wasReplayed(error.headers)
}

/** Whether a response was stored under its key, and may be out of date. */
export function wasReplayed(headers: Record<string, string> | undefined): boolean {
  return headers?.['idempotent-replayed'] === 'true'
}
