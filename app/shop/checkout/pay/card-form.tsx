import { type ReactNode, useRef, useState } from 'react'
import {
  type CardFieldProps,
  type CardPayment,
  type CardState,
  emptyCard,
} from '#shop/payments/browser-provider.ts'
import { TextField } from '#ui/forms/field.tsx'
import { PaymentForm } from './payment-form.tsx'
import { type CardCalls, type Checkout, isBusy, type Paying, useRefusal } from './use-payment.ts'

/** What a company's part of the payment page is given. */
export interface PayProps {
  checkout: Checkout
  paying: Paying
  pay: (card: CardCalls) => Promise<void>
}

interface CardFormProps<Card> extends PayProps {
  /** Null while its code is not there. */
  company: CardPayment<Card> | null
  askBank: () => Promise<boolean>
  /** The company's own field, or what stands in its place. */
  field: (props: CardFieldProps<Card>) => ReactNode
}

/** Paying with a card in a company's field on our page. */
export function CardForm<Card>({ company, askBank, field, ...rest }: CardFormProps<Card>) {
  const { checkout, paying, pay } = rest
  const card = useCard<Card>(paying)
  const cardholder = useCardholder()

  function submit() {
    const name = cardholder.given()
    const given = card.given()
    if (!name || !given || !company) return
    return pay({
      createPaymentMethod: () => company.createPaymentMethod(given, { cardholder: name }),
      confirmCard: (clientSecret) => company.confirm(clientSecret, askBank),
    })
  }

  return (
    <PaymentForm
      checkout={checkout}
      paying={paying}
      canPay={company !== null && !card.isWrong}
      onPay={submit}
    >
      {cardholder.field}
      {field({ onChange: card.change, error: card.fault, disabled: isBusy(paying) })}
    </PaymentForm>
  )
}

function useCardholder() {
  const [value, setValue] = useState('')
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
    /** The name; '', and said so, when there is none. */
    given() {
      setTouched(true)
      if (name === '') input.current?.focus()
      return name
    },
  }
}

/** What is typed of the card, and what is to be said at its field until it is typed anew. */
function useCard<Card>(paying: Paying) {
  const [state, setState] = useState<CardState<Card>>(emptyCard)
  const [incomplete, setIncomplete] = useState(false)
  const refusal = useRefusal(paying)
  const wanting = incomplete ? 'Fill in the card number, expiry date and CVC.' : null
  return {
    isWrong: state.error !== null,
    fault: refusal.sentence ?? wanting,
    change(next: CardState<Card>) {
      setState(next)
      setIncomplete(false)
      refusal.forget()
    },
    /** The card to pay with; null, and said so, when something of it is missing. */
    given() {
      setIncomplete(state.card === null)
      return state.card
    },
  }
}
