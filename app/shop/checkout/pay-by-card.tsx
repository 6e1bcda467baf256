import { useRef, useState } from 'react'
import { priceCart } from '#shop/cart/price-cart.ts'
import { type CardState, emptyCard } from '#shop/payments/card-payment.ts'
import { SandboxCardField } from '#shop/payments/sandbox-card-field.tsx'
import { sandboxCardPayment } from '#shop/payments/sandbox-card-payment.ts'
import type { SandboxCard } from '#shop/payments/sandbox-cards.ts'
import { useSecondFactor } from '#shop/payments/second-factor-dialog.tsx'
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
  const [card, setCard] = useState<CardState<SandboxCard>>(emptyCard)
  const [cardholder, setCardholder] = useState('')
  const [nameTouched, setNameTouched] = useState(false)
  const [incomplete, setIncomplete] = useState(false)
  const [refusalSeen, setRefusalSeen] = useState<Paying | null>(null)
  const bank = useSecondFactor(cardTotal)
  const name = useRef<HTMLInputElement>(null)

  const busy = paying.kind === 'busy' || paying.kind === 'checking'
  const refusal = paying.kind === 'card-refused' && paying !== refusalSeen ? paying.message : null
  const nameMissing = nameTouched && cardholder.trim() === ''

  function submit() {
    setNameTouched(true)
    setIncomplete(!card.card)
    const { card: given } = card
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
      <SandboxCardField
        onChange={(state) => {
          setCard(state)
          setIncomplete(false)
          setRefusalSeen(paying)
        }}
        error={refusal ?? (incomplete ? 'Fill in the card number, expiry date and CVC.' : null)}
        disabled={busy}
      />
      <AddressToRead shipping={checkout.shipping} />
      <AmountToRead
        paise={cardTotal}
        hint={hasCustom ? 'Your customised cake is paid in cash on delivery.' : undefined}
      />
      <Button type="submit" size="large" wide busy={busy} disabled={card.error !== null}>
        {busy ? 'Processing...' : 'Pay Now'}
      </Button>
      <PayingStatus paying={paying} />
      {bank.dialog}
    </form>
  )
}
