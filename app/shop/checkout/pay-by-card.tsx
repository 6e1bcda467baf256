import { useRef, useState } from 'react'
import { priceCart } from '#shop/cart/price-cart.ts'
import { type CardState, emptyCard } from '#shop/payments/card-payment.ts'
import { SandboxCardField } from '#shop/payments/sandbox/sandbox-card-field.tsx'
import { sandboxCardPayment } from '#shop/payments/sandbox/sandbox-card-payment.ts'
import type { SandboxCard } from '#shop/payments/sandbox/sandbox-cards.ts'
import { useSecondFactor } from '#shop/payments/sandbox/second-factor-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Checkout } from './checkout-calls.ts'
import { PayingStatus } from './paying-status.tsx'
import { AddressToRead, AmountToRead } from './read-only-fields.tsx'
import type { CardCalls, Paying } from './use-paying.ts'

interface PayByCardProps {
  checkout: Checkout
  paying: Paying
  pay: (card: CardCalls) => Promise<void>
}

/** The card form, with the sandbox company's card field. */
export function PayByCard({ checkout, paying, pay }: PayByCardProps) {
  const { cardTotal, hasCustom } = priceCart(checkout.lines)
  const card = useCard(paying)
  const [cardholder, setCardholder] = useState('')
  const [nameTouched, setNameTouched] = useState(false)
  const bank = useSecondFactor(cardTotal)
  const name = useRef<HTMLInputElement>(null)

  const busy = paying.kind === 'busy' || paying.kind === 'checking'
  const nameMissing = nameTouched && cardholder.trim() === ''

  function submit() {
    setNameTouched(true)
    const given = card.given()
    if (cardholder.trim() === '') return name.current?.focus()
    if (!given) return
    return pay({
      createPaymentMethod: () =>
        sandboxCardPayment.createPaymentMethod(given, { cardholder: cardholder.trim() }),
      confirmCard: (clientSecret) => sandboxCardPayment.confirm(clientSecret, bank.ask),
    })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="card grid gap-5 p-5 md:p-8"
    >
      <TextField
        ref={name}
        label="Cardholder name"
        autoComplete="cc-name"
        required
        value={cardholder}
        onChange={(event) => setCardholder(event.target.value)}
        onBlur={() => setNameTouched(true)}
        error={nameMissing ? 'Cardholder name is required' : undefined}
      />
      <SandboxCardField onChange={card.change} error={card.fault} disabled={busy} />
      <AddressToRead shipping={checkout.shipping} />
      <AmountToRead
        paise={cardTotal}
        hint={hasCustom ? 'Your customised cake is paid in cash on delivery.' : undefined}
      />
      <Button type="submit" size="large" wide busy={busy} disabled={card.isWrong}>
        {busy ? 'Processing...' : 'Pay Now'}
      </Button>
      <PayingStatus paying={paying} />
      {bank.dialog}
    </form>
  )
}

/** What is typed of the card, and what is to be said at its field until it is typed anew. */
function useCard(paying: Paying) {
  const [state, setState] = useState<CardState<SandboxCard>>(emptyCard)
  const [incomplete, setIncomplete] = useState(false)
  const [refusalSeen, setRefusalSeen] = useState<Paying | null>(null)
  const refused = paying.kind === 'card-refused' && paying !== refusalSeen
  const wanting = incomplete ? 'Fill in the card number, expiry date and CVC.' : null
  return {
    isWrong: state.error !== null,
    fault: refused ? paying.message : wanting,
    change(next: CardState<SandboxCard>) {
      setState(next)
      setIncomplete(false)
      setRefusalSeen(paying)
    },
    /** The card to pay with; null, and said so, when something of it is missing. */
    given() {
      setIncomplete(state.card === null)
      return state.card
    },
  }
}
