import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { TextField } from '#ui/forms/field.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import type { Confirmed, StartedCheckout } from '../checkout.endpoints.ts'
import { UnknownNotice } from '../pay/notices.tsx'
import { PaymentLoading, ProviderForm } from '../pay/provider-form.tsx'
import { usePaymentRun } from '../pay/use-payment.ts'

interface PayBalanceProps {
  amountPaise: Paise
  firstName: string
  /** What else is to be known of the amount; null for nothing. */
  hint: string | null
  provider: BrowserProvider
  shopName: string
  start: (paymentMethodId: string | null) => Promise<StartedCheckout>
  /** Asks where the payment stands, when the provider has sent the customer back. */
  confirm: (signedReturn?: Record<string, string>) => Promise<Confirmed>
  /** Called when what it buys is done. */
  onPaid: () => void
}

/** Pays what comes after the checkout, for whoever has its link. */
export function PayBalance({
  amountPaise,
  firstName,
  hint,
  start,
  confirm,
  onPaid,
  ...by
}: PayBalanceProps) {
  const ready = useHydrated()
  const run = usePaymentRun({
    confirmPayment: (_, signedReturn) => confirm(signedReturn),
    onPlaced: onPaid,
  })
  const { payment } = run
  if (!ready) return <PaymentLoading {...by.provider} />
  if (payment.kind === 'unknown')
    return <UnknownNotice isBankSlow={payment.isBankSlow} onCheckAgain={() => run.checkAgain('')} />
  return (
    <ProviderForm
      {...by}
      payment={payment}
      pay={(calls) => run.pay({ ...calls, processPayment: start })}
      bill={{
        amountPaise,
        customer: { name: firstName, email: '', mobileno: '' },
        address: null,
        details: (
          <TextField
            label="Amount"
            readOnly
            value={formatRs(amountPaise)}
            hint={hint ?? undefined}
            className="font-semibold tabular-nums"
          />
        ),
      }}
    />
  )
}
