import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#platform/http/api-client.ts'
import { awaitPlaced, type PayCalls, payOrder } from './use-payment.ts'

const offline = new ApiError({ status: 0, title: 'No connection', detail: 'No connection.' })

const started = {
  client_secret: 's',
  orderId: 'order-1',
  number: 1003,
  placed: false,
  secondsToPay: 3600,
}

function calls(change: Partial<PayCalls> = {}): PayCalls {
  return {
    createPaymentMethod: vi.fn(async () => ({ id: 'pm_1' })),
    processPayment: vi.fn(async () => started),
    confirmAtProvider: vi.fn(async () => ({ status: 'succeeded' as const })),
    confirmPayment: vi.fn(async () => ({ state: 'placed' as const, number: 1003 })),
    wait: vi.fn(async () => {}),
    onChecking: vi.fn(),
    ...change,
  }
}

const refusedCard = async () => ({ status: 'failed' as const, message: 'Your card was declined.' })

describe('paying an order', () => {
  it('makes a payment method, orders, confirms the card and asks whether the order is placed', async () => {
    const made = calls()
    expect(await payOrder(made)).toEqual({ kind: 'placed', number: 1003 })
    expect(made.processPayment).toHaveBeenCalledWith('pm_1')
    expect(made.confirmAtProvider).toHaveBeenCalledWith('s', 3600)
    expect(made.confirmPayment).toHaveBeenCalledWith('order-1', undefined)
    expect(made.onChecking).not.toHaveBeenCalled()
  })

  it('asks for no card when nothing is paid by card', async () => {
    const made = calls({
      createPaymentMethod: null,
      processPayment: vi.fn(async () => ({ ...started, client_secret: null, placed: true })),
    })
    expect(await payOrder(made)).toEqual({ kind: 'placed', number: 1003 })
    expect(made.processPayment).toHaveBeenCalledWith(null)
    expect(made.confirmAtProvider).not.toHaveBeenCalled()
  })

  it('charges no card again for an order that is already placed', async () => {
    const processPayment = async () => ({ ...started, placed: true })
    const made = calls({ processPayment })
    expect(await payOrder(made)).toEqual({ kind: 'placed', number: 1003 })
    expect(made.confirmAtProvider).not.toHaveBeenCalled()
  })

  it('shows a declined card at the card', async () => {
    const made = calls({
      confirmAtProvider: refusedCard,
      confirmPayment: async () => ({ state: 'awaiting_payment', number: 1003 }),
    })
    expect(await payOrder(made)).toEqual({
      kind: 'card-declined',
      message: 'Your card was declined.',
    })
  })

  describe("with the signed return of the provider's window", () => {
    const signedReturn = { razorpay_signature: 'signed' }
    const confirmAtProvider = async () => ({ status: 'succeeded' as const, signedReturn })
    const notSigned = new ApiError({ status: 400, title: '', detail: 'Not signed.' })

    it('hands it to the server until the server responds', async () => {
      const confirmPayment = vi
        .fn<PayCalls['confirmPayment']>()
        .mockRejectedValueOnce(offline)
        .mockResolvedValueOnce({ state: 'placed', number: 1003 })
      const made = calls({ confirmAtProvider, confirmPayment })
      expect(await payOrder(made)).toEqual({ kind: 'placed', number: 1003 })
      expect(confirmPayment.mock.calls).toEqual([
        ['order-1', signedReturn],
        ['order-1', signedReturn],
      ])
    })

    it.each([
      ['awaiting_payment', 'card-declined'],
      ['placed', 'placed'],
    ] as const)('asks without it when it was not signed: %s', async (state, kind) => {
      const confirmPayment = vi
        .fn<PayCalls['confirmPayment']>()
        .mockRejectedValueOnce(notSigned)
        .mockResolvedValueOnce({ state, number: 1003 })
      const made = calls({ confirmAtProvider, confirmPayment })
      expect(await payOrder(made)).toMatchObject({ kind })
      expect(confirmPayment.mock.calls[1]).toEqual(['order-1', undefined])
      expect(made.wait).not.toHaveBeenCalled()
    })
  })

  it('is placed when the card paid although the response was lost', async () => {
    expect(await payOrder(calls({ confirmAtProvider: refusedCard }))).toEqual({
      kind: 'placed',
      number: 1003,
    })
  })

  it('shows at the card that the payment provider cannot be reached, and orders nothing', async () => {
    const made = calls({ createPaymentMethod: () => Promise.reject(new Error('Not reachable.')) })
    expect(await payOrder(made)).toEqual({ kind: 'card-declined', message: 'Not reachable.' })
    expect(made.processPayment).not.toHaveBeenCalled()
  })

  it.each([409, 422])('says what changed on %i', async (status) => {
    const errors = { 'order.0.price': 'Mango Cake now costs Rs. 950.' }
    const problem = { status, title: 'Conflict', detail: 'Your cart has changed.', errors }
    const made = calls({ processPayment: () => Promise.reject(new ApiError(problem)) })
    expect(await payOrder(made)).toEqual({
      kind: 'changed',
      message: 'Your cart has changed.',
      errors,
    })
  })

  it.each([
    [401, true],
    [403, false],
    [409, false],
    [500, false],
    [0, false],
  ])('fails on %i without fields (logged out: %s)', async (status, signedOut) => {
    const problem = { status, title: '', detail: 'In words.' }
    const made = calls({ processPayment: () => Promise.reject(new ApiError(problem)) })
    expect(await payOrder(made)).toEqual({ kind: 'failed', message: 'In words.', signedOut })
    expect(made.confirmAtProvider).not.toHaveBeenCalled()
  })

  it('says a sentence even when the error has none', async () => {
    const made = calls({ processPayment: () => Promise.reject(new Error('')) })
    expect(await payOrder(made)).toMatchObject({ message: expect.stringContaining('try again') })
  })
})

describe('waiting for a paid order to be placed', () => {
  it('goes on through lost responses and a slow payment provider', async () => {
    const confirmPayment = vi
      .fn<PayCalls['confirmPayment']>()
      .mockRejectedValueOnce(offline)
      .mockResolvedValueOnce({ state: 'awaiting_payment', number: 1003 })
      .mockResolvedValueOnce({ state: 'placed', number: 1003 })
    const made = calls({ confirmPayment })
    expect(await payOrder(made)).toEqual({ kind: 'placed', number: 1003 })
    expect(made.onChecking).toHaveBeenCalled()
  })

  it('stops at once when the order has expired, and promises a refund', async () => {
    const made = calls({ confirmPayment: async () => ({ state: 'expired', number: 1003 }) })
    expect(await payOrder(made)).toMatchObject({ message: expect.stringContaining('refunded') })
    expect(made.wait).not.toHaveBeenCalled()
  })

  it('gives up after a few times, ever more slowly, and claims nothing', async () => {
    const made = calls({ confirmPayment: vi.fn(() => Promise.reject(offline)) })
    expect(await awaitPlaced(made, 'order-1')).toEqual({ kind: 'unknown', isBankSlow: false })
    expect(made.confirmPayment).toHaveBeenCalledTimes(5)
    expect(vi.mocked(made.wait).mock.calls.flat()).toEqual([1000, 2000, 4000, 8000])
  })

  it('reports a slow bank, when the bank has reported it', async () => {
    const confirmPayment = vi.fn(async () => ({ state: 'awaiting_payment' as const, number: 1003 }))
    const made = calls({
      confirmAtProvider: async () => ({ status: 'processing' }),
      confirmPayment,
    })
    expect(await payOrder(made)).toEqual({ kind: 'unknown', isBankSlow: true })
    const placed = calls({ confirmAtProvider: async () => ({ status: 'processing' }) })
    expect(await payOrder(placed)).toMatchObject({ kind: 'placed' })
  })
})
