import { call } from '#platform/http/api-client.ts'
import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { TextField } from '#ui/forms/field.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { UnknownNotice } from '../pay/notices.tsx'
import { PaymentLoading, ProviderForm } from '../pay/provider-form.tsx'
import { usePaymentRun } from '../pay/use-payment.ts'
import type { confirmQuotePaymentEndpoint, payQuoteEndpoint } from './balance.endpoints.ts'

interface PayQuoteProps {
  token: string
  /** All that the hand-over would cost, where less is required. */
  all: boolean
  amountPaise: Paise
  firstName: string
  /** What is left for the hand-over; null if nothing. */
  rest: string | null
  provider: BrowserProvider
  shopName: string
  /** Called when the quote is accepted. */
  onPaid: () => void
}

/** Pays for a customised cake, which accepts its quote, for whoever has its link. */
export function PayQuote({
  token,
  all,
  amountPaise,
  firstName,
  rest,
  onPaid,
  ...by
}: PayQuoteProps) {
  const ready = useHydrated()
  const run = usePaymentRun({
    confirmPayment: (_, signedReturn) =>
      call<typeof confirmQuotePaymentEndpoint>('POST /quotes/confirm-payment', {
        body: { token, signedReturn },
      }),
    onPlaced: onPaid,
  })
  const { payment } = run
  if (!ready) return <PaymentLoading provider={by.provider} />
  if (payment.kind === 'unknown')
    return <UnknownNotice isBankSlow={payment.isBankSlow} onCheckAgain={() => run.checkAgain('')} />
  return (
    <ProviderForm
      {...by}
      payment={payment}
      pay={(calls) =>
        run.pay({
          ...calls,
          processPayment: (paymentMethodId) =>
            call<typeof payQuoteEndpoint>('POST /quotes/pay', {
              body: { token, paymentMethodId, all },
            }),
        })
      }
      bill={{
        amountPaise,
        customer: { name: firstName, email: '', mobileno: '' },
        address: null,
        details: (
          <TextField
            label="Amount"
            readOnly
            value={formatRs(amountPaise)}
            hint={rest ?? undefined}
            className="font-semibold tabular-nums"
          />
        ),
      }}
    />
  )
}
