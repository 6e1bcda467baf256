import { priceCart } from '#shop/cart/price-cart.ts'
import { SandboxCardField } from '#shop/payments/sandbox/sandbox-card-field.tsx'
import { sandboxCardPayment } from '#shop/payments/sandbox/sandbox-card-payment.ts'
import { useSecondFactor } from '#shop/payments/sandbox/second-factor-dialog.tsx'
import { CardForm, type PayProps } from './card-form.tsx'

/** The offline sandbox: its card field, and its bank's question. */
export function PayBySandbox(props: PayProps) {
  const bank = useSecondFactor(priceCart(props.checkout.lines).cardTotal)
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
