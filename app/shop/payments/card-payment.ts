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
  /** `brought` is what the company's own window gave the browser, for the server to verify. */
  | { status: 'succeeded'; brought?: Record<string, string> }
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
