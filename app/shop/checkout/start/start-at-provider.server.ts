import type { PaymentProvider, ProviderPayment } from '#shop/payments/payment-provider.ts'
import type { Paise } from '#shop/values/money.ts'

interface StoredPayment {
  /** What the provider knows it by, and the key of its start. */
  reference: string
  /** The provider's id, if it was started before. */
  startedId: string | null
  paymentMethodId: string | null
  amountPaise: Paise
  order: { customerName: string; customerEmail: string; address: string }
}

/**
 * Starts a payment that is stored, or continues the started one. Two tabs may start it at the same moment: both continue
 * with the one that was saved first.
 *
 * @param save stores the provider's id unless there is one, and returns the stored one
 */
export async function startAtProvider(
  provider: PaymentProvider,
  { reference, startedId, paymentMethodId, amountPaise, order }: StoredPayment,
  save: (paymentId: string) => Promise<string>,
): Promise<ProviderPayment> {
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: reference,
      paymentId,
      paymentMethodId,
      amountPaise,
      currency: 'INR',
      reference,
      customer: { name: order.customerName, email: order.customerEmail },
      address: order.address,
    })
  const started = await start(startedId)
  const savedId = await save(started.id)
  return savedId === started.id ? started : start(savedId)
}
