import { createHmac } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/constant-time.server.ts'

/** How far a signature's time may be from ours, in seconds; an older one may be a replay. */
const toleranceSeconds = 5 * 60

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

function hmac(secret: string, seconds: string, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

/** Signs a webhook's body as Stripe does: 't=<unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>'. */
export function signWebhook(body: string, secret: string, now: Date): string {
  const seconds = String(unixSeconds(now))
  return `t=${seconds},v1=${hmac(secret, seconds, body)}`
}

/**
 * Checks a signature of {@link signWebhook} on the bytes as they came; one of several `v1` parts must be right.
 *
 * @throws AppError malformed when it is missing, wrong or more than five minutes away
 */
export function verifyWebhook(body: string, signature: string | null, secret: string, now: Date) {
  const parts = (signature ?? '').split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [seconds = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(seconds)) throw new AppError('malformed', 'The webhook is not signed.')
  const expected = hmac(secret, seconds, body)
  if (!valuesOf('v1').some((given) => isSameSecret(given, expected))) {
    throw new AppError('malformed', "The webhook's signature is wrong.")
  }
  if (Math.abs(unixSeconds(now) - Number(seconds)) > toleranceSeconds) {
    throw new AppError('malformed', "The webhook's signature is too old.")
  }
}
