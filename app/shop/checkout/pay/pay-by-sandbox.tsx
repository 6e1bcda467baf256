import { priceCart } from '#shop/cart/price-cart.ts'
import { SandboxCardField } from '#shop/payments/sandbox/sandbox-card-field.tsx'
import { sandboxCardPayment, useChallenge } from '#shop/payments/sandbox/sandbox-card-payment.tsx'

import { CardForm, type PayProps } from './card-form.tsx'

/** The offline sandbox: its card field, and its bank's question. */
export function PayBySandbox(props: PayProps) {
  const bank = useChallenge(priceCart(props.checkout.lines).cardTotal)
  return (
    <>
      <CardForm
        {...props}
        company={sandboxCardPayment}
        askBank={bank.ask}
        field={(field) => <SandboxCardField {...field} />}
      />
      {bank.dialog}
    </>
  )
}
