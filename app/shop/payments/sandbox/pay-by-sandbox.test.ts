import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sandboxCardPayment } from './pay-by-sandbox.tsx'

const secret = 'pi_0123456789abcdef01234567_secret_s'
const card = { behaviour: 'succeeds', last4: '4242' } as const
const details = { cardholder: 'Asha', address: 'Hill Road,400050,Mumbai' }
const never = () => Promise.reject(new Error('the challenge was shown'))
const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function respond(status: number, body: unknown) {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}

const requests = () =>
  fetchMock.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])

test('sends the provider what the card does and its last four digits, and nothing else', async () => {
  respond(200, { id: 'pm_1' })
  const typed = { ...card, number: '4242 4242 4242 4242' }
  expect(await sandboxCardPayment(never).createPaymentMethod(typed, details)).toEqual({
    id: 'pm_1',
  })
  expect(requests()).toEqual([['/api/v1/sandbox/payment_methods', card]])
})

test('a card that cannot be sent fails with a sentence', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const made = sandboxCardPayment(never).createPaymentMethod(card, details)
  await expect(made).rejects.toThrow(/could not be reached/)
})

describe('confirming', () => {
  const path = '/api/v1/sandbox/payment_intents/pi_0123456789abcdef01234567'

  test('asks the bank only when it has to', async () => {
    respond(200, { status: 'succeeded' })
    expect(await sandboxCardPayment(never).confirm(secret)).toEqual({ status: 'succeeded' })
    expect(requests()).toEqual([[`${path}/confirm`, { client_secret: secret }]])
  })

  test.each([true, false])('sends whether the customer approves: %s', async (approve) => {
    respond(200, { status: 'requires_action' })
    respond(200, { status: 'succeeded' })
    await sandboxCardPayment(async () => approve).confirm(secret)
    expect(requests()[1]).toEqual([`${path}/authenticate`, { client_secret: secret, approve }])
  })

  test('a decline is a failure with its sentence', async () => {
    const error = { code: 'card_declined', message: 'Your card was declined.' }
    respond(200, { status: 'requires_method', error })
    expect(await sandboxCardPayment(never).confirm(secret)).toEqual({
      status: 'failed',
      message: 'Your card was declined.',
    })
  })

  test('a problem is a failure with its sentence', async () => {
    respond(409, { status: 409, title: 'Conflict', detail: 'This payment was cancelled.' })
    expect(await sandboxCardPayment(never).confirm(secret)).toEqual({
      status: 'failed',
      message: 'This payment was cancelled.',
    })
  })

  test('a lost connection is a failure, not an exception', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await sandboxCardPayment(never).confirm(secret)).toEqual({
      status: 'failed',
      message: expect.stringContaining('could not be reached'),
    })
  })
})
