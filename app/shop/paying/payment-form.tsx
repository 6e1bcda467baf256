import { type ReactNode, useRef, useState } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { removeOrdered } from '#shop/cart/cart-store.ts'
import {
  type BrowserProvider,
  type CardFieldHandle,
  type CardPart,
  type CardState,
  emptyCard,
  type WindowPart,
} from '#shop/payments/browser-provider.ts'
import { formatInr, formatRs, type Paise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { isBusy, type PaymentState, type ProviderCalls, useDecline } from './use-payment.ts'

/** What is paid online, and by whom. */
export interface Bill {
  amountPaise: Paise
  customer: { name: string; email: string; mobileno: string }
  /** The order's address, `address,pincode,city`; null if the shop's. */
  address: string | null
  /** What the browser of an app carries into the phone's own; none where the page's address is enough. */
  lines?: readonly CartLine[]
  /** Below the provider's fields. */
  details?: ReactNode
  /** Of the amount. */
  hint?: string
}

interface PayProps {
  bill: Bill
  payment: PaymentState
  pay: (calls: ProviderCalls) => Promise<void>
}

const isNeeded = true
const PayBySandbox = lazyPart(
  async () => (await import('#shop/payments/sandbox/pay-by-sandbox.tsx')).PayBySandbox,
  { isNeeded, loading: <PaymentLoading name="sandbox" /> },
)
const PayByStripe = lazyPart(
  async () => (await import('#shop/payments/stripe/pay-by-stripe.tsx')).PayByStripe,
  { isNeeded, loading: <PaymentLoading name="stripe" /> },
)
const PayByRazorpay = lazyPart(
  async () => (await import('#shop/payments/razorpay/pay-by-razorpay.tsx')).PayByRazorpay,
  { isNeeded, loading: <PaymentLoading name="razorpay" /> },
)

/** What a provider needs to be paid with; only its own code is loaded. */
export function ProviderForm({
  provider,
  shopName,
  ...props
}: PayProps & { provider: BrowserProvider; shopName: string }) {
  const { amountPaise, customer, lines } = props.bill
  switch (provider.name) {
    case 'sandbox':
      return (
        <PayBySandbox amountPaise={amountPaise}>
          {(card) => <CardForm {...props} {...card} />}
        </PayBySandbox>
      )
    case 'stripe':
      return (
        <PayByStripe publishableKey={provider.publishableKey}>
          {(card) => <CardForm {...props} {...card} />}
        </PayByStripe>
      )
    case 'razorpay':
      return (
        <PayByRazorpay keyId={provider.keyId} {...{ shopName, customer, lines }}>
          {(part) => <WindowForm {...props} {...part} />}
        </PayByRazorpay>
      )
    case 'upi':
      return <WindowForm {...props} {...ownUpiPart(lines)} />
  }
}

/** The shop's own UPI id is paid on the page of the payment's link, which a phone loads again after its UPI app. */
const ownUpiPart = (lines: Bill['lines']): WindowPart => ({
  payInWindow(token) {
    removeOrdered(lines ?? [])
    location.replace(lines ? `/pay/${token}` : location.href)
    return new Promise(() => {})
  },
  field: (error) => (
    <>
      <p>Next you see a code for your UPI app. We look for your payment and email you.</p>
      {error}
    </>
  ),
})

const formHeights: Record<BrowserProvider['name'], string> = {
  sandbox: 'h-150.25 md:h-144.75',
  stripe: 'h-46',
  razorpay: 'h-20.5 md:h-15',
  upi: 'h-18 md:h-12',
}

/** As high as the form that replaces it, to avoid a layout shift. */
export function PaymentLoading({ name }: Pick<BrowserProvider, 'name'>) {
  return (
    <div className="card grid gap-5 p-5 md:p-8">
      <Skeleton className={formHeights[name]} />
      <Skeleton className="h-14.5" />
      <Skeleton className="h-20.5" />
      <Skeleton className="h-14" />
    </div>
  )
}

/** Of a provider whose card field is on our page. */
function CardForm<Card>(props: PayProps & CardPart<Card>) {
  const { cardPayment, field, choice, missing, bill, payment, pay } = props
  const card = useCard<Card>(payment, missing)
  const cardholder = useCardholder(bill.customer.name)

  function submit() {
    const name = missing ? '' : cardholder.validate()
    const enteredCard = card.validate()
    if (!missing && !name) return cardholder.focus()
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
      {choice?.({ onChoose: () => card.change(emptyCard), disabled: isBusy(payment) })}
      {!missing && cardholder.field}
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
function useCard<Card>(
  payment: PaymentState,
  missing = 'Enter the card number, expiry date and CVC.',
) {
  const [state, setState] = useState<CardState<Card>>(emptyCard)
  const [incomplete, setIncomplete] = useState(false)
  const field = useRef<CardFieldHandle>(null)
  const focus = () => field.current?.focus()
  const decline = useDecline(payment, focus)
  return {
    field,
    focus,
    isInvalid: state.error !== null,
    error: decline.message ?? (incomplete ? missing : null),
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

/** Of a provider whose own window opens over this page after the order is stored. */
function WindowForm({ payInWindow, field, bill, payment, pay }: PayProps & WindowPart) {
  const message = useRef<HTMLParagraphElement>(null)
  const decline = useDecline(payment, () => message.current?.focus())
  return (
    <PaymentForm
      bill={bill}
      payment={payment}
      canPay={payInWindow !== null}
      onPay={() =>
        payInWindow ? pay({ createPaymentMethod: null, confirmAtProvider: payInWindow }) : undefined
      }
    >
      {field(
        <FieldError ref={message} tabIndex={-1}>
          {decline.message}
        </FieldError>,
      )}
    </PaymentForm>
  )
}

/** `children`: the provider's fields. */
function PaymentForm({ bill, children, ...form }: Omit<FormProps, 'submitLabel'> & { bill: Bill }) {
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
      <TextField
        label="Amount"
        readOnly
        value={formatRs(bill.amountPaise)}
        hint={bill.hint}
        className="font-semibold tabular-nums"
      />
    </Form>
  )
}

export interface FormState {
  payment: PaymentState
  onPay: () => Promise<void> | void
}

interface FormProps extends FormState {
  submitLabel: ReactNode
  /** False while the provider's part has an error or is loading. */
  canPay?: boolean
  children: ReactNode
}

export function Form({ payment, onPay, submitLabel, canPay = true, children }: FormProps) {
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
