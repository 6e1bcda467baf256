import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { PayElsewhere } from '#shop/payments/in-app-browser/pay-elsewhere.tsx'
import { ProviderUnreachable, useProviderScript } from '#shop/payments/provider-script.tsx'
import {
  loadRazorpay,
  payInWindow,
  type RazorpayWindow,
} from '#shop/payments/razorpay/razorpay-window.ts'
import { FieldError } from '#ui/forms/field.tsx'
import { token } from '#ui/token.ts'
import type { PayProps } from './card-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useDecline } from './use-payment.ts'

interface PayByRazorpayProps extends PayProps {
  keyId: string
  shopName: string
}

/** UPI and cards in Razorpay's window, which opens over this page after the order is stored. */
export function PayByRazorpay({ keyId, shopName, ...props }: PayByRazorpayProps) {
  const { bill, payment, pay } = props
  const { state, tryAgain } = useProviderScript(loadRazorpay)
  const message = useRef<HTMLParagraphElement>(null)
  const decline = useDecline(payment, () => message.current?.focus())

  function payWith(Razorpay: RazorpayWindow) {
    const { name, email, mobileno } = bill.customer
    return pay({
      createPaymentMethod: null,
      confirmAtProvider: (orderId, secondsToPay) =>
        payInWindow(Razorpay, {
          key: keyId,
          order_id: orderId,
          timeout: secondsToPay,
          name: shopName,
          prefill: { name, email, contact: mobileno },
          theme: { color: token('--color-berry') },
        }),
    })
  }

  return (
    <PaymentForm
      bill={bill}
      payment={payment}
      canPay={state.kind === 'ready'}
      onPay={() => (state.kind === 'ready' ? payWith(state.code) : undefined)}
    >
      {bill.lines && <PayElsewhere lines={bill.lines} />}
      {state.kind === 'failed' ? (
        <ProviderUnreachable provider="Razorpay" onTryAgain={tryAgain} />
      ) : (
        <div className="grid gap-3">
          <p className="flex gap-3 rounded-field bg-blush p-4 text-sm">
            <ExternalLink size={20} aria-hidden="true" className="shrink-0 text-berry" />
            You pay by UPI or card in the Razorpay window.
          </p>
          <FieldError ref={message} tabIndex={-1}>
            {decline.message}
          </FieldError>
        </div>
      )}
    </PaymentForm>
  )
}
