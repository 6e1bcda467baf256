import type { ReactNode, Ref } from 'react'

/** A payment provider as the browser knows it: its name and its public key. */
export type BrowserProvider =
  | { name: 'sandbox' }
  | { name: 'stripe'; publishableKey: string }
  | { name: 'razorpay'; keyId: string }
  | { name: 'upi' }

/** What the content security policy of pages that pay allows for a provider's script. No other page has it. */
interface ProviderSources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  /** Whose frames may use the browser's Payment Request API. */
  paymentRequests: readonly string[]
  /** Whether its frames open windows of banks that send them a message. */
  opensWindows: boolean
}

const none: ProviderSources = {
  scripts: [],
  frames: [],
  connections: [],
  paymentRequests: [],
  opensWindows: false,
}

/** What opens the UPI apps of a phone: the system's chooser, and the apps that Razorpay names. */
const upiApps = ['upi:', 'intent:', 'tez:', 'gpay:', 'phonepe:', 'paytmmp:', 'bhim:', 'credpay:']

/**
 * From https://docs.stripe.com/security/guide#content-security-policy and, as Razorpay's documents have no list, from
 * Razorpay's own shop module: https://github.com/razorpay/razorpay-magento/blob/master/etc/csp_whitelist.xml
 */
const sources: Record<BrowserProvider['name'], ProviderSources> = {
  sandbox: none,
  upi: none,
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
    paymentRequests: ['https://js.stripe.com'],
    opensWindows: false,
  },
  razorpay: {
    scripts: [
      'https://checkout.razorpay.com',
      // Its risk check.
      'https://cdn.razorpay.com',
      // The builds that checkout.js loads.
      'https://checkout-static-next.razorpay.com',
    ],
    // The window, in which a phone's UPI app is opened by a link.
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com', ...upiApps],
    connections: [
      'https://api.razorpay.com',
      'https://checkout-static-next.razorpay.com',
      // Its reports of what went wrong.
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    paymentRequests: ['https://api.razorpay.com'],
    opensWindows: true,
  },
}

export function providerSources({ name }: BrowserProvider): ProviderSources {
  return sources[name]
}

/**
 * Whether its form also works in the browsers inside apps. Razorpay's window is a frame, and Razorpay says that Instagram,
 * Facebook, Opera and UC show none: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/best-practices/
 */
export function worksInApps({ name }: BrowserProvider): boolean {
  return name !== 'razorpay'
}

/**
 * The browser's half of a provider that has its own card field on our page. `Card` is what that field returns, never a
 * full card number. Each attempt makes a payment method, then the order with it, then confirms the payment.
 */
export interface CardPayment<Card> {
  /**
   * Sends the card to the provider and gets an id for it that the shop's server may see. Needed for each attempt.
   *
   * @param details the address is the order's, `address,pincode,city`; null if there is none
   * @throws Error with a sentence for the customer, when the card is declined or the provider cannot be reached
   */
  createPaymentMethod(
    card: Card,
    details: { cardholder: string; address: string | null },
  ): Promise<{ id: string }>
  /**
   * Pays the payment of the client secret, with the bank's challenge if there is one. Never throws: a lost connection is
   * a failure that may be tried again.
   */
  confirm(clientSecret: string): Promise<ConfirmOutcome>
}

export type ConfirmOutcome =
  /** `signedReturn` is what the provider's own window returned, for the server to verify. */
  | { status: 'succeeded'; signedReturn?: Record<string, string> }
  /** The bank has not decided yet; it may take minutes. */
  | { status: 'processing' }
  /** `message` is a sentence to show where the customer pays. */
  | { status: 'failed'; message: string }

/** The message of a failed payment, when the provider has none. */
export const unknownFailure = 'The payment did not go through. Please try again.'

export interface CardState<Card> {
  /** The sentence the field shows about itself; 'Pay Now' stays disabled while there is one. */
  error: string | null
  /** Null until every part is filled in and valid. */
  card: Card | null
}

export const emptyCard: CardState<never> = { error: null, card: null }

export interface CardFieldHandle {
  /** Moves the focus to the part that is wrong or missing, where the provider allows it. */
  focus(): void
}

export interface CardFieldProps<Card> {
  ref?: Ref<CardFieldHandle>
  onChange: (state: CardState<Card>) => void
  /** Why the last attempt was declined. Shown where the field shows its errors. */
  error?: string | null
  disabled?: boolean
}

/** What a provider whose card field is on our page hands to our form. */
export interface CardPart<Card> {
  /** Null while the provider's script loads. */
  cardPayment: CardPayment<Card> | null
  /** The provider's card field, or its substitute. */
  field: (props: CardFieldProps<Card>) => ReactNode
  /** Where customers may pay by other means than a card. `onChoose` forgets what was entered. */
  choice?: (props: { onChoose: () => void; disabled: boolean }) => ReactNode
  /** While such means are chosen, which have no cardholder: what is said if they are not given. */
  missing?: string | undefined
}

/** What a provider that pays in its own window hands to our form. */
export interface WindowPart {
  /** Null while the provider's script loads. */
  payInWindow: ((clientSecret: string, secondsToPay: number) => Promise<ConfirmOutcome>) | null
  /** @param error why the last attempt failed */
  field: (error: ReactNode) => ReactNode
}
