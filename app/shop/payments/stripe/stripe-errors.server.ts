import Stripe from 'stripe'
import { AppError } from '#platform/app-error.ts'

const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
  Stripe.errors

/** Messages for errors that the customer can do something about, by Stripe's code. */
const customerMessages = new Map([
  ['email_invalid', 'Stripe does not accept your email address.'],
  ['amount_too_small', 'This is too little to be paid by card.'],
  ['amount_too_large', 'This is too much to be paid by card at once.'],
])

/**
 * Makes calls to Stripe and translates their errors. Stripe's own errors must not be logged: they contain the whole
 * payment, with the client secret and the customer's address. Only their code is passed on.
 *
 * @throws AppError unavailable (time-out, no connection, too many calls, Stripe's own failure), conflict
 * @throws Error when a setting is wrong or the shop has a bug
 */
export async function translateErrors<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? translatedError(error) : error
  }
}

function translatedError(error: Stripe.errors.StripeError): Error {
  const logged = new Error(describeError(error))
  if (isOutage(error)) {
    const detail = 'The payment provider is not responding. Please try again in a moment.'
    return withCause(logged, new AppError('unavailable', detail))
  }
  if (error instanceof StripeIdempotencyError) {
    return new AppError('conflict', 'This was started for another order or amount.')
  }
  const message = customerMessages.get(error.code ?? '')
  return message ? withCause(logged, new AppError('conflict', message)) : logged
}

export function withCause(cause: Error, error: AppError): AppError {
  error.cause = cause
  return error
}

/** The part of Stripe's error that may be logged: without what was sent, which its message quotes. */
export function describeError({
  type,
  statusCode,
  code,
  param,
  requestId,
  message,
}: Stripe.errors.StripeError): string {
  const fields = [type, statusCode, code, param, requestId].filter((field) => field !== undefined)
  return `Stripe: ${fields.join(' ')}: ${sentenceOf({ message })}`
}

/** Stripe's own words, without what was sent. */
export function sentenceOf({ message }: Pick<Stripe.errors.StripeError, 'message'>): string {
  return message.slice(0, 1000).replace(/'[^']*'|\S*[@_]\S*/g, '…')
}

/** Stripe's library throws an APIError for 409, 5xx and malformed responses. */
function isOutage(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
}

/**
 * Writes under an idempotency key, so that a repeated call is done once. Stripe stores the first response to a key for a
 * day, also when it was Stripe's own failure. Then the next key is used; every caller derives the same one.
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
