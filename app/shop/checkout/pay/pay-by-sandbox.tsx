import { SandboxCardField } from '#shop/payments/sandbox/sandbox-card-field.tsx'
import { sandboxCardPayment, useChallenge } from '#shop/payments/sandbox/sandbox-card-payment.tsx'
import { CardForm, type PayProps } from './card-form.tsx'

/** Works offline, with a card field and a bank's challenge. */
export function PayBySandbox(props: PayProps) {
  const challenge = useChallenge(props.bill.amountPaise)
  return (
    <>
      <CardForm
        {...props}
        cardPayment={sandboxCardPayment(challenge.show)}
        field={(field) => <SandboxCardField {...field} />}
      />
      {challenge.dialog}
    </>
  )
}
