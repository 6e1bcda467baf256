import { type ReactNode, useRef, useState } from 'react'
import {
  type CardFieldHandle,
  type CardFieldProps,
  type CardPayment,
  type CardState,
  emptyCard,
} from '#shop/payments/browser-provider.ts'
import { TextField } from '#ui/forms/field.tsx'
import type { ProviderCalls } from './pay-order.ts'
import { type Bill, PaymentForm } from './payment-form.tsx'
import { isBusy, type PaymentState, useDecline } from './use-payment.ts'

export interface PayProps {
  bill: Bill
  payment: PaymentState
  pay: (card: ProviderCalls) => Promise<void>
}

interface CardFormProps<Card> extends PayProps {
  /** Null while the provider's script loads. */
  cardPayment: CardPayment<Card> | null
  /** The provider's card field, or its substitute. */
  field: (props: CardFieldProps<Card>) => ReactNode
}

export function CardForm<Card>({ cardPayment, field, ...rest }: CardFormProps<Card>) {
  const { bill, payment, pay } = rest
  const card = useCard<Card>(payment)
  const cardholder = useCardholder(bill.customer.name)

  function submit() {
    const name = cardholder.validate()
    const enteredCard = card.validate()
    if (!name) return cardholder.focus()
    if (!enteredCard) return card.focus()
    if (!cardPayment) return
    return pay({
      createPaymentMethod: () =>
        cardPayment.createPaymentMethod(enteredCard, {
          cardholder: name,
          address: bill.address,
        }),
      confirmAtProvider: (clientSecret) => cardPayment.confirm(clientSecret),
    })
  }

  return (
    <PaymentForm
      bill={bill}
      payment={payment}
      canPay={cardPayment !== null && !card.isInvalid}
      onPay={submit}
    >
      {cardholder.field}
      {field({
        ref: card.field,
        onChange: card.change,
        error: card.error,
        disabled: isBusy(payment),
      })}
    </PaymentForm>
  )
}

/** Starts with the customer's name. */
function useCardholder(customerName: string) {
  const [value, setValue] = useState(customerName)
  const [touched, setTouched] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const name = value.trim()
  return {
    field: (
      <TextField
        ref={input}
        label="Cardholder name"
        autoComplete="cc-name"
        required
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onBlur={() => setTouched(true)}
        error={touched && name === '' ? 'Cardholder name is required' : undefined}
      />
    ),
    /** Returns the name, or shows an error and returns ''. */
    validate() {
      setTouched(true)
      return name
    },
    focus: () => input.current?.focus(),
  }
}

/** The card, and its field's error until the customer changes something. */
function useCard<Card>(payment: PaymentState) {
  const [state, setState] = useState<CardState<Card>>(emptyCard)
  const [incomplete, setIncomplete] = useState(false)
  const field = useRef<CardFieldHandle>(null)
  const focus = () => field.current?.focus()
  const decline = useDecline(payment, focus)
  const missing = incomplete ? 'Enter the card number, expiry date and CVC.' : null
  return {
    field,
    focus,
    isInvalid: state.error !== null,
    error: decline.message ?? missing,
    change(next: CardState<Card>) {
      setState(next)
      setIncomplete(false)
      decline.clear()
    },
    /** Returns the card, or shows an error and returns null. */
    validate() {
      setIncomplete(state.card === null)
      return state.card
    },
  }
}
