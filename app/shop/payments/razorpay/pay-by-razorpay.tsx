import type { ReactNode } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { Icon } from '#ui/icon.tsx'
import { externalLinkIcon } from '#ui/more-icons.ts'
import { token } from '#ui/token.ts'
import type { ConfirmOutcome, WindowPart } from '../browser-provider.ts'
import { PayElsewhere } from '../in-app-browser/pay-elsewhere.tsx'
import { ProviderUnreachable, useProviderScript } from '../provider-script.tsx'

/** UPI and cards in Razorpay's window. */
export function PayByRazorpay({
  keyId,
  shopName,
  customer: { name, email, mobileno },
  lines,
  children,
}: {
  keyId: string
  shopName: string
  customer: { name: string; email: string; mobileno: string }
  /** What the browser of an app carries into the phone's own; none where the page's address is enough. */
  lines: readonly CartLine[] | undefined
  children: (part: WindowPart) => ReactNode
}) {
  const { state, tryAgain } = useProviderScript(loadRazorpay)
  const Razorpay = state.kind === 'ready' ? state.code : null
  return children({
    payInWindow:
      Razorpay &&
      ((orderId, secondsToPay) =>
        payInWindow(Razorpay, {
          key: keyId,
          order_id: orderId,
          timeout: secondsToPay,
          name: shopName,
          prefill: { name, email, contact: mobileno },
          theme: { color: token('--color-berry') },
        })),
    field: (error) => (
      <>
        {lines && <PayElsewhere lines={lines} />}
        {state.kind === 'failed' ? (
          <ProviderUnreachable provider="Razorpay" onTryAgain={tryAgain} />
        ) : (
          <div className="grid gap-3">
            <p className="flex gap-3 rounded-field bg-blush p-4 text-sm">
              <Icon path={externalLinkIcon} size={20} className="shrink-0 text-berry" />
              You pay by UPI or card in the Razorpay window.
            </p>
            {error}
          </div>
        )}
      </>
    ),
  })
}

const closed = 'You closed the Razorpay window before paying. Please try again.'
const timedOut = 'The time to pay this order is over. Please try again.'
const broken =
  "Razorpay's window closed because of an error. Please try again: you will not be charged twice."

/**
 * Opens Razorpay's window and waits until the order is paid or the window is closed, by the customer or by Razorpay. In
 * the window a failed payment can be tried again in another way; the result is the last failure.
 */
export function payInWindow(
  Razorpay: RazorpayWindow,
  options: Omit<RazorpayOptions, 'handler' | 'modal'>,
): Promise<ConfirmOutcome> {
  return new Promise((resolve) => {
    let failure = closed
    const window = new Razorpay({
      ...options,
      handler: (signedReturn) => resolve({ status: 'succeeded', signedReturn }),
      modal: {
        ondismiss: (reason) =>
          resolve({ status: 'failed', message: reason === 'timeout' ? timedOut : failure }),
      },
    })
    window.on('payment.failed', ({ error }) => {
      failure = error?.description ?? closed
    })
    // The only event of a window that cannot take a payment, such as one for an order that is already paid.
    window.on('fault.close', () => resolve({ status: 'failed', message: broken }))
    window.open()
  })
}

/** What Razorpay's window is opened with; https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ */
export interface RazorpayOptions {
  key: string
  order_id: string
  /** What the customer sees at its top. */
  name: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  /** In seconds. */
  timeout: number
  modal: { ondismiss: (reason?: 'timeout') => void }
  /** Called after the payment, with three fields that Razorpay has signed. */
  handler: (paid: Record<string, string>) => void
}

export type RazorpayWindow = new (
  options: RazorpayOptions,
) => {
  open(): void
  on(
    event: 'payment.failed' | 'fault.close',
    listener: (failure: { error?: { description?: string } }) => void,
  ): void
}

const address = 'https://checkout.razorpay.com/v1/checkout.js'
let loading: Promise<RazorpayWindow> | null = null

/**
 * Loads Razorpay's own script once, and again after a failure.
 *
 * @throws Error when it cannot be loaded
 */
function loadRazorpay(): Promise<RazorpayWindow> {
  loading ??= fetchScript().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function fetchScript(): Promise<RazorpayWindow> {
  const script = document.createElement('script')
  script.src = address
  return new Promise<RazorpayWindow>((resolve, reject) => {
    const fail = () => reject(new Error('checkout.js could not be loaded'))
    script.onload = () => {
      const { Razorpay } = globalThis as { Razorpay?: RazorpayWindow }
      if (Razorpay) resolve(Razorpay)
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  }).finally(() => script.remove())
}
