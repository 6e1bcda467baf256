import { ApiError, call } from '#platform/http/api-client.ts'
import type { ContactMessage, contactEndpoint } from '../storefront.endpoints.ts'

/**
 * Sends what a visitor wrote: to the external form service when the shop has one, else to the shop's own API.
 *
 * @throws ApiError with a sentence to show
 */
export async function sendMessage(message: ContactMessage, externalUrl: string | null) {
  if (externalUrl === null) {
    await call<typeof contactEndpoint>('POST /contact', { body: message })
    return
  }
  const response = await fetch(externalUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(message),
  }).catch(() => undefined)
  if (!response?.ok) throw new ApiError(notTaken)
}

const notTaken = {
  status: 502,
  title: 'Not sent',
  detail: 'Your message could not be sent. Please try again, or call us.',
}
