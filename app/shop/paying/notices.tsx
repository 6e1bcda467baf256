import { useState } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { refreshCart } from '#shop/cart/refresh-cart.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { PaymentResult } from './use-payment.ts'

interface ChangedNoticeProps {
  change: Extract<PaymentResult, { kind: 'changed' }>
  lines: readonly CartLine[]
  /** Called when the cart matches the catalogue and can be paid. */
  onUpdated: () => void
  /** Called if cash is not possible. */
  onPayByCard: () => void
}

/** With a button or link to correct the change. */
export function ChangedNotice({ change, lines, onUpdated, onPayByCard }: ChangedNoticeProps) {
  const { errors } = change
  return (
    <section
      ref={focusNotice}
      tabIndex={-1}
      role="alert"
      className="card grid gap-3 border-2 border-berry p-5 md:p-8"
    >
      <h2 className="text-xl">Please check your order</h2>
      <p className="text-sm text-cocoa-soft">Nothing was charged.</p>
      <ul className="grid list-disc gap-1 pl-5">
        {Object.entries(errors).map(([field, sentence]) => (
          <li key={field}>{withName(field, sentence, lines)}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-3">
        {'cash' in errors && <Button onClick={onPayByCard}>Pay online</Button>}
        {isAboutDelivery(errors) && <ButtonLink to="/shipping">Edit shipping details</ButtonLink>}
        {!('cash' in errors) && !isAboutDelivery(errors) && (
          <UpdateCart
            onlyCustom={Object.keys(errors).every((field) => lineAt(field, lines)?.customize)}
            onUpdated={onUpdated}
          />
        )}
      </div>
    </section>
  )
}

/** The cart or the delivery is no longer what was confirmed on this page's way. */
export function ChangedElsewhere() {
  return (
    <section ref={focusNotice} tabIndex={-1} role="alert" className="card grid gap-4 p-5 md:p-8">
      <h2 className="text-xl">Your order has changed</h2>
      <p>It was changed in another tab. Nothing was charged. Please check it and confirm again.</p>
      <ButtonLink to="/confirmOrder">Check my order</ButtonLink>
    </section>
  )
}

/** Whether the customer corrects it where slots are chosen: that page loads the prices again. */
export function isAboutDelivery(errors: Record<string, string>): boolean {
  return ['time', 'address', 'fee'].some((field) => field in errors)
}

/** 'order.0' is the cart's first line; its sentence may lack the cake's name. */
function withName(field: string, sentence: string, lines: readonly CartLine[]) {
  const name = lineAt(field, lines)?.name
  return name && !sentence.includes(name) ? `${name}: ${sentence}` : sentence
}

function lineAt(field: string, lines: readonly CartLine[]): CartLine | undefined {
  return lines[Number(/^order\.(\d+)/.exec(field)?.[1])]
}

interface UpdateCartProps extends Pick<ChangedNoticeProps, 'onUpdated'> {
  /** Only customised cakes changed, which the customer has to correct. */
  onlyCustom: boolean
}

function UpdateCart({ onlyCustom, onUpdated }: UpdateCartProps) {
  const { busy, run } = useAction()

  async function update() {
    await refreshCart()
    toast.info('Your cart is up to date. Please check the total.')
    onUpdated()
  }

  if (onlyCustom) return <ButtonLink to="/cart">Go to cart</ButtonLink>
  return (
    <>
      <Button busy={busy} onClick={() => void run(update)}>
        Update my cart
      </Button>
      <ButtonLink to="/cart" variant="secondary">
        Go to cart
      </ButtonLink>
    </>
  )
}

interface UnknownNoticeProps {
  isBankSlow: boolean
  /** Resolves if nothing has changed. */
  onCheckAgain: () => Promise<void>
}

/** The card may have paid, but this is not confirmed. The cart stays, and nothing is charged twice. */
export function UnknownNotice({ isBankSlow, onCheckAgain }: UnknownNoticeProps) {
  const [check, setCheck] = useState<'running' | 'no news' | null>(null)

  async function checkAgain() {
    setCheck('running')
    await onCheckAgain()
    setCheck('no news')
  }

  return (
    <section ref={focusNotice} tabIndex={-1} role="alert" className="card grid gap-4 p-5 md:p-8">
      <h2 className="text-xl">
        {isBankSlow
          ? 'Your bank is still working on your payment'
          : 'We are still confirming your payment'}
      </h2>
      <p>
        <span>
          {isBankSlow
            ? 'This can take some minutes. '
            : 'We don’t know yet whether your payment went through. '}
        </span>
        Please do not pay again. Once it is confirmed, you will find your order under View Orders
        and get an email. Your cart is saved until then.
        <span>
          {isBankSlow &&
            ' If your bank declines it, nothing is charged, and you can order again from your cart.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={check === 'running'} onClick={() => void checkAgain()}>
          Check again
        </Button>
        <ButtonLink to="/yourorder" variant="secondary">
          View Orders
        </ButtonLink>
      </div>
      <p className="text-sm text-cocoa-soft empty:hidden">
        {check &&
          { running: 'Checking…', 'no news': 'We have just checked: there is no news yet.' }[check]}
      </p>
    </section>
  )
}

/** The `ref` of a notice: it appears above the pressed button, so it is focused and scrolled to. */
function focusNotice(notice: HTMLElement | null) {
  notice?.focus()
}
