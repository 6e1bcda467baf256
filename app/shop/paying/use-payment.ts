import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import type { ConfirmOutcome } from '#shop/payments/browser-provider.ts'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import type { Confirmed, StartedPayment } from './start-payment.server.ts'

/** `checking`: the card has paid, but the order is not confirmed yet. */
export type PaymentState =
  | { kind: 'ready' | 'busy' | 'checking' }
  | Exclude<PaymentResult, { kind: 'placed' }>

export function isBusy({ kind }: PaymentState): boolean {
  return kind === 'busy' || kind === 'checking'
}

interface PaymentRun {
  confirmPayment: ConfirmCalls['confirmPayment']
  onPlaced: (number: number) => void
  onSignedOut?: () => void
}

/** Pays, one payment at a time, and has what is to be shown of it. */
export function usePayment({ confirmPayment, onPlaced, onSignedOut }: PaymentRun) {
  const [payment, setPayment] = useState<PaymentState>({ kind: 'ready' })
  const { whileBusy } = useBusy()
  const confirmCalls: ConfirmCalls = {
    confirmPayment,
    wait,
    onChecking: () => setPayment({ kind: 'checking' }),
  }

  function show(result: PaymentResult) {
    if (result.kind === 'placed') return onPlaced(result.number)
    setPayment(result)
    if (result.kind !== 'failed') return
    if (result.signedOut && onSignedOut) return onSignedOut()
    toast.error(result.message)
  }

  return {
    payment,
    show,
    dismissNotice: () => setPayment({ kind: 'ready' }),
    pay: (calls: Omit<PayCalls, keyof ConfirmCalls>) =>
      whileBusy(async () => {
        setPayment({ kind: 'busy' })
        show(await payOrder({ ...calls, ...confirmCalls }))
      }),
    /** The notice stays unless the state has changed. */
    checkAgain: (orderId: string) =>
      whileBusy(async () => {
        const result = await awaitPlaced({ ...confirmCalls, onChecking() {} }, orderId)
        if (result.kind !== 'unknown') show(result)
      }),
  }
}

/** Until the customer changes something. `focus` moves the focus to the declined field. */
export function useDecline(payment: PaymentState, focus: () => void) {
  const [seen, setSeen] = useState<PaymentState | null>(null)
  const focusDeclined = useEffectEvent(focus)
  useEffect(() => {
    if (payment.kind === 'card-declined') focusDeclined()
  }, [payment])
  const isNew = payment.kind === 'card-declined' && payment !== seen
  return { message: isNew ? payment.message : null, clear: () => setSeen(payment) }
}

export type PaymentResult =
  | { kind: 'placed'; number: number }
  /** Shown at the card field; the same order can be tried again. */
  | { kind: 'card-declined'; message: string }
  /** Prices, choices or times changed after the browser loaded them: field → sentence. */
  | { kind: 'changed'; message: string; errors: Record<string, string> }
  | { kind: 'failed'; message: string; signedOut: boolean }
  /**
   * The card may have paid, but the server has not confirmed it. `isBankSlow`: the bank reported that it needs time.
   */
  | { kind: 'unknown'; isBankSlow: boolean }

/** The payment provider's part. Each call may be repeated: the same attempt is not charged twice. */
export interface ProviderCalls {
  /** Null if the provider's own window collects the card, or nothing is paid by card. */
  createPaymentMethod: (() => Promise<{ id: string }>) | null
  /** @param secondsToPay how long the order awaits its payment */
  confirmAtProvider(clientSecret: string, secondsToPay: number): Promise<ConfirmOutcome>
}

export interface ConfirmCalls {
  /** @param signedReturn what the provider's window returned; the server responds 400 when it is not genuine */
  confirmPayment(orderId: string, signedReturn?: Record<string, string>): Promise<Confirmed>
  /** ms */
  wait(duration: number): Promise<void>
  /** The card has paid, but the server's confirmation takes longer than usual. */
  onChecking(): void
}

export interface PayCalls extends ProviderCalls, ConfirmCalls {
  /** Stores the order. A repeated checkout gets the same order and payment. */
  processPayment(paymentMethodId: string | null): Promise<StartedPayment>
}

/** Pauses between checks whether the order is placed, in ms. */
const checkPauses = [1000, 2000, 4000, 8000]

const unverified =
  'We could not verify the payment, so your order was not placed. Please try again.'

const tooLate: PaymentResult = {
  kind: 'failed',
  message: 'This took too long. Any payment will be refunded. Please try again.',
  signedOut: false,
}

/** Never throws. After any result the same order can be tried again. */
export async function payOrder(calls: PayCalls): Promise<PaymentResult> {
  let paymentMethodId: string | null = null
  try {
    paymentMethodId = (await calls.createPaymentMethod?.())?.id ?? null
  } catch (error) {
    return { kind: 'card-declined', message: messageOf(error) }
  }
  try {
    const { client_secret, orderId, number, placed, secondsToPay } =
      await calls.processPayment(paymentMethodId)
    if (placed) return { kind: 'placed', number }
    const outcome = client_secret
      ? await calls.confirmAtProvider(client_secret, secondsToPay)
      : null
    if (outcome?.status === 'failed') return await afterDecline(calls, orderId, outcome.message)
    if (outcome?.status !== 'processing')
      return await awaitPlaced(calls, orderId, outcome?.signedReturn)
    const result = await awaitPlaced(calls, orderId)
    return result.kind === 'unknown' ? { ...result, isBankSlow: true } : result
  } catch (error) {
    return toFailure(error)
  }
}

/** Checks several times, with growing pauses. */
export async function awaitPlaced(
  calls: ConfirmCalls,
  orderId: string,
  signedReturn?: Record<string, string>,
): Promise<PaymentResult> {
  for (const pause of [...checkPauses, null]) {
    const order = await fetchOrder(calls, orderId, signedReturn)
    if (order.state === 'placed') return { kind: 'placed', number: order.number }
    if (order.state === 'expired') return tooLate
    if (order.state === 'unverified') return afterDecline(calls, orderId, unverified)
    if (pause === null) break
    calls.onChecking()
    await calls.wait(pause)
  }
  return { kind: 'unknown', isBankSlow: false }
}

// A lost connection during the charge looks like a decline. The server knows.
async function afterDecline(
  calls: ConfirmCalls,
  orderId: string,
  message: string,
): Promise<PaymentResult> {
  const order = await fetchOrder(calls, orderId)
  return order.state === 'placed'
    ? { kind: 'placed', number: order.number }
    : { kind: 'card-declined', message }
}

/** 'unknown' if the server could not be reached. */
async function fetchOrder(
  { confirmPayment }: ConfirmCalls,
  orderId: string,
  signedReturn?: Record<string, string>,
) {
  try {
    return await confirmPayment(orderId, signedReturn)
  } catch (error) {
    const isUnverified = signedReturn && error instanceof ApiError && error.problem.status === 400
    return { state: isUnverified ? ('unverified' as const) : ('unknown' as const) }
  }
}

function toFailure(error: unknown): PaymentResult {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.errors && (problem.status === 409 || problem.status === 422)) {
    return { kind: 'changed', message: problem.detail, errors: problem.errors }
  }
  return { kind: 'failed', message: messageOf(error), signedOut: problem?.status === 401 }
}

function messageOf(error: unknown) {
  return error instanceof Error && error.message
    ? error.message
    : 'Something went wrong. Please try again.'
}

function wait(duration: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, duration))
}
