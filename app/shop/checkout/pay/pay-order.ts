import { ApiError } from '#platform/http/api-client.ts'
import type { ConfirmOutcome } from '#shop/payments/browser-provider.ts'

/** How paying ended, as the page has to show it. */
export type PayResult =
  | { kind: 'placed' }
  /** Shown at the card field; the same order can be tried again. */
  | { kind: 'card-refused'; message: string }
  /** The server knows prices, choices or times otherwise than the browser: field → sentence. */
  | { kind: 'changed'; message: string; errors: Record<string, string> }
  | { kind: 'refused'; message: string; signedOut: boolean }
  /** The card may have paid, and nobody could say so yet. */
  | { kind: 'unknown' }

/** The calls that paying is made of; none is made twice without need, and each may be repeated without harm. */
export interface PayCalls {
  /** Null when nothing is paid by card. */
  createPaymentMethod: (() => Promise<{ id: string }>) | null
  processPayment(
    paymentMethodId: string | null,
  ): Promise<{ client_secret: string | null; orderId: string; placed: boolean }>
  confirmCard(clientSecret: string): Promise<ConfirmOutcome>
  /** `signedReturn` is what the company's window gave, for the server to verify; refused with 400 when it is not right. */
  confirmPayment(
    orderId: string,
    signedReturn?: Record<string, string>,
  ): Promise<{ state: 'awaiting_payment' | 'placed' | 'expired' }>
  /** ms */
  wait(duration: number): Promise<void>
  /** The card has paid, but the server's word takes longer than usual. */
  onChecking(): void
}

/** Pauses before the server is asked again whether the order is placed, ms. */
const checkPauses = [1000, 2000, 4000, 8000]

const unverified =
  'The payment could not be verified, so nothing was ordered by it. Please try again.'

const tooLate: PayResult = {
  kind: 'refused',
  message:
    'This took too long and nothing was ordered; any payment is given back. Please try again.',
  signedOut: false,
}

/** Orders the cart and pays for it. Never throws; every way out can be followed by another try of the same order. */
export async function payOrder(calls: PayCalls): Promise<PayResult> {
  let paymentMethodId: string | null = null
  try {
    paymentMethodId = (await calls.createPaymentMethod?.())?.id ?? null
  } catch (error) {
    return { kind: 'card-refused', message: sentenceOf(error) }
  }
  try {
    const { client_secret, orderId, placed } = await calls.processPayment(paymentMethodId)
    if (placed) return { kind: 'placed' }
    const outcome = client_secret ? await calls.confirmCard(client_secret) : null
    if (outcome?.status === 'failed') return await afterRefusal(calls, orderId, outcome.message)
    return await awaitPlaced(calls, orderId, outcome?.signedReturn)
  } catch (error) {
    return refusalOf(error)
  }
}

/** Asks the server until it says that the order is placed, a few times and ever more slowly. */
export async function awaitPlaced(
  calls: Pick<PayCalls, 'confirmPayment' | 'wait' | 'onChecking'>,
  orderId: string,
  signedReturn?: Record<string, string>,
): Promise<PayResult> {
  for (const pause of [...checkPauses, null]) {
    const state = await stateOf(calls, orderId, signedReturn)
    if (state === 'placed') return { kind: 'placed' }
    if (state === 'expired') return tooLate
    if (state === 'unverified') return afterRefusal(calls, orderId, unverified)
    if (pause === null) break
    calls.onChecking()
    await calls.wait(pause)
  }
  return { kind: 'unknown' }
}

// A connection that broke while the card was charged looks like a refusal: the server knows better.
async function afterRefusal(
  calls: Pick<PayCalls, 'confirmPayment'>,
  orderId: string,
  message: string,
): Promise<PayResult> {
  const state = await stateOf(calls, orderId)
  return state === 'placed' ? { kind: 'placed' } : { kind: 'card-refused', message }
}

/** Null when the server could not be asked. */
async function stateOf(
  { confirmPayment }: Pick<PayCalls, 'confirmPayment'>,
  orderId: string,
  signedReturn?: Record<string, string>,
) {
  try {
    return (await confirmPayment(orderId, signedReturn)).state
  } catch (error) {
    return signedReturn && error instanceof ApiError && error.problem.status === 400
      ? 'unverified'
      : null
  }
}

function refusalOf(error: unknown): PayResult {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.errors && (problem.status === 409 || problem.status === 422)) {
    return { kind: 'changed', message: problem.detail, errors: problem.errors }
  }
  return { kind: 'refused', message: sentenceOf(error), signedOut: problem?.status === 401 }
}

function sentenceOf(error: unknown) {
  return error instanceof Error && error.message
    ? error.message
    : 'Something went wrong. Please try again.'
}
