import { invalidRequest, StripeRefusal } from './stripe-refusal.ts'

export interface Answer {
  status: number
  body: object
}

/** https://docs.stripe.com/api/idempotent_requests: a response is stored under its key once the work has started. */
export function createIdempotency() {
  const entries = new Map<string, { request: string; response: Answer | null }>()

  /** Returns the stored response or does the work. Meanwhile, repeated requests get 409. */
  async function once(
    key: string,
    request: string,
    work: () => Promise<Answer>,
  ): Promise<Answer & { isReplay: boolean }> {
    if (key.length > 255) throw invalidRequest('Idempotency keys are up to 255 characters long.')
    const known = entries.get(key)
    if (known && known.request !== request) throw otherRequest(key)
    if (known && !known.response) throw inUse(key)
    if (known?.response) return { ...known.response, isReplay: true }
    const response = null as Answer | null
    const entry = { request, response }
    entries.set(key, entry)
    entry.response = await work()
    return { ...entry.response, isReplay: false }
  }

  /** Deletes every key, as Stripe does a day later. */
  return { once, forget: () => entries.clear() }
}

function otherRequest(key: string): StripeRefusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`
  return new StripeRefusal(400, { type: 'idempotency_error', message })
}

function inUse(key: string): StripeRefusal {
  const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`
  const code = 'idempotency_key_in_use'
  return new StripeRefusal(409, { type: 'idempotency_error', code, message })
}
