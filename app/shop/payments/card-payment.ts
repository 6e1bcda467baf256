/**
 * The browser's half of a card company. The sandbox is one, Stripe Elements can be another; `Card` is what the
 * company's own field hands over (never a full card number). A payment page uses it like this:
 *
 *     const [card, setCard] = useState<CardState<SandboxCard>>(emptyCard)
 *     const [refusal, setRefusal] = useState<string | null>(null)   // what the last try was refused with
 *     const bank = useSecondFactor(amountPaise)                     // second-factor-dialog.tsx
 *
 *     <SandboxCardField                                             // sandbox-card-field.tsx, banner included
 *       onChange={(state) => { setCard(state); setRefusal(null) }}
 *       error={refusal}
 *       disabled={busy}
 *     />
 *     {bank.dialog}
 *     <Button type="submit" busy={busy} disabled={card.error !== null}>Pay Now</Button>
 *
 *     // on submit, with sandboxCardPayment of sandbox-card-payment.ts:
 *     if (!card.card) return setRefusal(card.missing)               // submitted too early: 'Your card number is incomplete.'
 *     const method = await sandboxCardPayment.createPaymentMethod(card.card, { cardholder })
 *     const { client_secret } = await call<…>('POST /orders/process-payment', { body: { paymentMethodId: method.id, … } })
 *     const outcome = await sandboxCardPayment.confirm(client_secret, bank.ask)
 *     if (outcome.status === 'failed') setRefusal(outcome.message)  // beside the card; the order can be tried again
 *
 * After a refusal the same three steps run again: a new payment method for the same order.
 */
export interface CardPayment<Card> {
  /**
   * Tells the company of the card and gets a name for it that the shop's server may see. Make a new one for every try.
   *
   * @throws Error whose message is a sentence for the customer, when the company cannot be reached
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
  | { status: 'succeeded' }
  /** `message` is a sentence to show at the card field. */
  | { status: 'failed'; message: string }

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
