/** A company that takes payments, as the browser knows it. */
export type BrowserProvider =
  | { name: 'sandbox' }
  | { name: 'stripe'; publishableKey: string }
  | { name: 'razorpay'; keyId: string }

/** What the payment page must be allowed for a company's code to work on it; no other page is. */
interface ProviderSources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  /** Whose frames may ask the browser for its own ways to pay. */
  paymentRequests: readonly string[]
  /** Whether its frames open windows of banks, which have to answer them. */
  opensWindows: boolean
}

const none: ProviderSources = {
  scripts: [],
  frames: [],
  connections: [],
  paymentRequests: [],
  opensWindows: false,
}

/**
 * From https://docs.stripe.com/security/guide#content-security-policy and, as Razorpay's documents have no list, from
 * Razorpay's own shop module: https://github.com/razorpay/razorpay-magento/blob/master/etc/csp_whitelist.xml
 */
const sources: Record<BrowserProvider['name'], ProviderSources> = {
  sandbox: none,
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
    paymentRequests: ['https://js.stripe.com'],
    opensWindows: false,
  },
  razorpay: {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    frames: ['https://api.razorpay.com'],
    connections: [
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    paymentRequests: ['https://api.razorpay.com'],
    opensWindows: true,
  },
}

/** Where a company's code comes from, what it frames and whom it calls. */
export function providerSources({ name }: BrowserProvider): ProviderSources {
  return sources[name]
}

/**
 * The browser's half of a company that takes cards in a field of its own on our page; `Card` is what that field hands
 * over, never a full card number. For each try: a payment method, then the order with it, then the confirmation.
 */
export interface CardPayment<Card> {
  /**
   * Tells the company of the card and gets a name for it that the shop's server may see. Make a new one for every try.
   *
   * @throws Error whose message is a sentence for the customer, when the company refuses or cannot be reached
   */
  createPaymentMethod(card: Card, details: { cardholder: string }): Promise<{ id: string }>
  /**
   * Pays what the client secret stands for. Never throws: a lost connection is a failure too, and may be tried again.
   *
   * @param askBank shows the bank's question and answers whether the customer approved; a company that
   *   brings its own dialog does not call it
   */
  confirm(clientSecret: string, askBank: () => Promise<boolean>): Promise<ConfirmOutcome>
}

export type ConfirmOutcome =
  /** `signedReturn` is what the company's own window gave the browser, for the server to verify. */
  | { status: 'succeeded'; signedReturn?: Record<string, string> }
  /** `message` is a sentence to show where the customer pays. */
  | { status: 'failed'; message: string }

/** What is said of a payment that failed without a sentence of the company's. */
export const unclearFailure = 'The payment could not be made. Please try again.'

/** What a card field reports on every change. */
export interface CardState<Card> {
  /** Every part is there and right: it can be paid with. */
  complete: boolean
  /** The sentence the field shows about itself; 'Pay Now' stays disabled while there is one. */
  error: string | null
  /** What still keeps it from being complete, whether shown yet or not: for a form submitted too early. */
  missing: string | null
  /** Set when `complete`. */
  card: Card | null
}

/** Where a card field begins. */
export const emptyCard: CardState<never> = {
  complete: false,
  error: null,
  missing: 'Your card number is incomplete.',
  card: null,
}

export interface CardFieldProps<Card> {
  onChange: (state: CardState<Card>) => void
  /** What the last try was refused with; shown in the field's own place for errors. */
  error?: string | null
  disabled?: boolean
}
