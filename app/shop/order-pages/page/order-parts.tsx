import type { ReactNode } from 'react'
import { DeliveryCode, DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { Button } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { FormCall } from './send-form.ts'
import type { TrackedOrder } from './show-tracked.server.ts'
import trackOrder from './track-order.ts?worker&url'

/** Both pages of a link run it: React does not run there. */
export function TrackingScript() {
  return <script type="module" src={trackOrder} />
}

/** `track-order.ts` keeps this part up to date, unless somebody is typing in it. */
export function LivePart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-part={name} className="grid gap-5 empty:hidden">
      {children}
    </div>
  )
}

interface StateProps {
  order: TrackedOrder
  shop: ShopContact
  title: string
  children?: ReactNode
}

/** The state of an order, in words; a screen reader hears of a change. */
export function OrderState({ order, shop, title, children }: StateProps) {
  const { number, isPickup, isCancelled, fulfilment, code, outcome } = order
  const isExpected = !isCancelled && !hasEnded(fulfilment) && fulfilment !== 'failed'
  return (
    <header className="grid gap-2">
      <p className="text-sm text-cocoa-soft">{`Order ${number}`}</p>
      <div role="status" data-part="state" className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        {isExpected && (
          <p className="text-lg">
            <span>{isPickup ? 'Pickup on ' : 'Delivery on '}</span>
            <strong className="font-semibold">
              <DeliveryMoment order={order} />
            </strong>
          </p>
        )}
        {outcome && (
          <p>
            <span>{fulfilment === 'delivered' ? 'Handed to: ' : 'What happened: '}</span>
            <UserText>{outcome}</UserText>
          </p>
        )}
        {fulfilment === 'failed' && !isCancelled && (
          <p>
            We’ll try to reach you. You can also call us on{' '}
            <a href={phoneHref(shop.phone)} className="font-semibold text-berry underline">
              {shop.phone}
            </a>{' '}
            and we will help.
          </p>
        )}
        {code && <DeliveryCode code={code} />}
        {children}
      </div>
    </header>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-cocoa-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

interface CallFormProps {
  call: FormCall['path']
  submit: string
  variant?: 'primary' | 'secondary' | 'danger'
  /** Sends only the fields that were changed. */
  onlyChanges?: boolean
  children?: ReactNode
}

/** A form that `track-order.ts` sends. */
export function CallForm(props: CallFormProps) {
  const { call, submit, variant = 'primary', onlyChanges, children } = props
  return (
    <>
      <form
        data-call={call}
        data-changes={onlyChanges}
        noValidate
        className="grid gap-4 noscript:hidden"
      >
        {children}
        <Button type="submit" variant={variant} className="justify-self-start">
          {submit}
        </Button>
      </form>
      <NeedsScript>This needs JavaScript. You can also call us.</NeedsScript>
    </>
  )
}

/** An action, folded up until it is needed. */
export function Foldable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-field border border-stroke bg-paper">
      <summary className="flex min-h-12 cursor-pointer items-center px-4 font-semibold">
        {title}
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}

/** `track-order.ts` writes the shop's response here. */
export function ShopMessage() {
  return (
    <p
      id="shop-message"
      role="status"
      tabIndex={-1}
      className="rounded-field bg-blush px-4 py-3 font-medium empty:hidden"
    />
  )
}

/** The headers of every page of a link, whether it works or not. */
export const secretHeaders = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

/** The page of every link that does not work. */
export function NoSuchLink({ shop }: { shop: ShopContact }) {
  return (
    <div className="shell grid justify-items-center gap-4 py-12 text-center md:py-20">
      <h1 className="text-3xl">This link does not work</h1>
      <p className="max-w-prose text-lg text-cocoa-soft">
        Part of it may be missing, or it is too old. Please open it again from our email, or call
        us.
      </p>
      <CallOrWrite shop={shop} />
    </div>
  )
}
