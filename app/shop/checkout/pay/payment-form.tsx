import { Banknote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { formatInr, formatRs, type Paise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/forms/field.tsx'
import {
  addressLine,
  handoverAddress,
  isPickup,
  priceCheckout,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'
import { type Checkout, isBusy, type PaymentState } from './use-payment.ts'

/** What is paid online, and by whom. */
export interface Bill {
  amountPaise: Paise
  customer: { name: string; email: string; mobileno: string }
  /** The order's address, `address,pincode,city`; null if the shop's. */
  address: string | null
  /** What the browser of an app carries into the phone's own; none where the page's address is enough. */
  lines?: readonly CartLine[]
  /** Below the provider's fields. */
  details: ReactNode
}

interface FormProps {
  payment: PaymentState
  onPay: () => Promise<void> | void
  submitLabel: ReactNode
  /** False while the provider's part has an error or is loading. */
  canPay?: boolean
  children: ReactNode
}

function Form({ payment, onPay, submitLabel, canPay = true, children }: FormProps) {
  const busy = isBusy(payment)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onPay()
      }}
      className="card grid gap-5 p-5 md:p-8"
    >
      {children}
      <Button type="submit" size="large" wide busy={busy} disabled={!canPay}>
        {busy ? 'Processing...' : submitLabel}
      </Button>
      <PaymentStatusLine payment={payment} />
    </form>
  )
}

interface PaymentFormProps extends Omit<FormProps, 'submitLabel'> {
  bill: Bill
}

/** `children`: the provider's fields. */
export function PaymentForm({ bill, children, ...form }: PaymentFormProps) {
  return (
    <Form
      {...form}
      submitLabel={
        <>
          <span>Pay Now</span> <span className="tabular-nums">{formatInr(bill.amountPaise)}</span>
        </>
      }
    >
      {children}
      {bill.details}
    </Form>
  )
}

/** The bill of a cart. */
export function cartBill({ lines, shipping, customer }: Checkout): Bill {
  const { cardTotal, hasCustom } = priceCheckout(lines, shipping)
  return {
    amountPaise: cardTotal,
    customer,
    address: addressLine(shipping),
    lines,
    details: (
      <>
        <ReadOnlyAddress shipping={shipping} />
        <TextField
          label="Amount"
          readOnly
          value={formatRs(cardTotal)}
          hint={hasCustom ? 'You pay for your custom cake in cash on delivery.' : undefined}
          className="font-semibold tabular-nums"
        />
      </>
    ),
  }
}

/** If nothing is paid now: customised cakes only, or cash on delivery. */
export function PayInCash({
  checkout,
  ...form
}: { checkout: Checkout } & Pick<FormProps, 'payment' | 'onPay'>) {
  return (
    <Form {...form} submitLabel={<span>Place order</span>}>
      <div className="flex gap-4 rounded-field bg-blush p-4">
        <Banknote size={24} aria-hidden="true" className="shrink-0 text-berry" />
        <div className="grid gap-1">
          <h2 className="font-text text-base font-semibold tracking-normal">Cash On delivery</h2>
          <p className="text-sm">{cashText(checkout)}</p>
        </div>
      </div>
      <ReadOnlyAddress shipping={checkout.shipping} />
    </Form>
  )
}

function cashText({ lines, shipping }: Checkout): string {
  const { hasReadyMade, total, cashTotal } = priceCheckout(lines, shipping)
  const picksUp = isPickup(shipping)
  const when = picksUp ? 'you pick it up' : 'the cake comes'
  if (hasReadyMade) {
    return `You pay ${formatRs(total)} in cash${picksUp ? '' : ' or by UPI'} when ${when}.`
  }
  const rest = `, with ${formatRs(cashTotal)} for ${picksUp ? 'the time slot' : 'shipping'}`
  return `We email you the price of your cake to confirm. You pay it in cash when ${when}${cashTotal > 0 ? rest : ''}.`
}

/** A field, as it is specified, that reads as text: as high as it needs to be, and without a box. */
function ReadOnlyAddress({ shipping }: { shipping: ShippingDetails }) {
  return (
    <Field label={isPickup(shipping) ? 'Pick up at' : 'Address'}>
      {(attributes) => (
        <textarea
          {...attributes}
          readOnly
          rows={2}
          value={handoverAddress(shipping)}
          className="field-sizing-content w-full resize-none bg-transparent"
        />
      )}
    </Field>
  )
}

/** The progress or error. The live region exists from the start, so that screen readers announce changes. */
function PaymentStatusLine({ payment }: { payment: PaymentState }) {
  const look = payment.kind === 'failed' ? 'font-medium text-chilli' : 'text-cocoa-soft'
  return (
    <p role="status" className={`text-center text-sm empty:hidden ${look}`}>
      {payment.kind === 'failed'
        ? payment.message
        : payment.kind === 'checking' &&
          'We are confirming your payment. Please keep this page open.'}
    </p>
  )
}
