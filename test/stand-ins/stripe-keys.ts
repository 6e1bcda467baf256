import { invalidRequest, StripeRefusal } from './stripe-refusal.ts'

export interface Answer {
  status: number
  body: object
}

/** https://docs.stripe.com/api/idempotent_requests: an answer is kept under its key as soon as the work has begun. */
export function createIdempotency() {
  const kept = new Map<string, { asked: string; answer: Answer | null }>()

  /** Answers what was answered before, or does the work; while it is being done, others are turned away. */
  async function once(
    key: string,
    asked: string,
    work: () => Promise<Answer>,
  ): Promise<Answer & { isReplay: boolean }> {
    if (key.length > 255) throw invalidRequest('Idempotency keys are up to 255 characters long.')
    const known = kept.get(key)
    if (known && known.asked !== asked) throw otherRequest(key)
    if (known && !known.answer) throw inUse(key)
    if (known?.answer) return { ...known.answer, isReplay: true }
    const entry = { asked, answer: null as Answer | null }
    kept.set(key, entry)
    entry.answer = await work()
    return { ...entry.answer, isReplay: false }
  }

  /** Forgets every key, as Stripe does a day later. */
  return { once, forget: () => kept.clear() }
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
