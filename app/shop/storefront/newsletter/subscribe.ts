import { ApiError, call } from '#platform/http/api-client.ts'
import type { Subscribe } from './newsletter.server.tsx'

export type Faults = { email?: string; consent?: string }
export type SubscribeFields = Record<'email' | 'consent', HTMLInputElement>

/** Subscribes to the newsletter, or says what is wrong with each field. */
export async function subscribe({ email, consent }: SubscribeFields) {
  const faults: Faults = {}
  if (email.validity.valueMissing) faults.email = 'Email is required'
  else if (!email.validity.valid) faults.email = 'Invalid email'
  if (!consent.checked) faults.consent = 'Please tick this box to subscribe'
  if (faults.email || faults.consent) return faults
  try {
    const { message } = await call<Subscribe>('POST /subscribe', {
      body: { email: email.value, consent: true },
    })
    return { thanks: message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { email: error.problem.errors?.email ?? error.problem.detail }
  }
}
