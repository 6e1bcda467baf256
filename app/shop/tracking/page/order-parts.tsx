import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { Button } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import type { FormCall } from '../tracking.endpoints.ts'
import type { TimelineStep } from '#shop/orders/fulfilment/timeline.ts'
import trackOrder from './track-order.ts?worker&url'
import type { TrackedOrder } from './tracked-order.ts'

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
  title: string
  children?: ReactNode
}

/** The state of an order, in words; a screen reader hears of a change. */
export function OrderState({ order, title, children }: StateProps) {
  const { number, isPickup, code } = order
  return (
    <header className="grid gap-2">
      <p className="text-sm text-cocoa-soft">Order {number}</p>
      <div role="status" data-part="state" className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-lg">
          {isPickup ? 'Pickup on ' : 'Delivery on '}
          <strong className="font-semibold">
            <DeliveryMoment order={order} />
          </strong>
        </p>
        {code && (
          <p>
            The rider asks for this code:{' '}
            <strong className="font-semibold tabular-nums">{code}</strong>
          </p>
        )}
        {children}
      </div>
    </header>
  )
}

const dots = {
  done: 'border-berry bg-berry text-paper',
  now: 'border-berry bg-paper ring-4 ring-blush',
  next: 'border-stroke bg-paper',
}

/** The steps of an order, each with its time. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label="Timeline of the order" className="grid">
      {steps.map(({ label, at, state }, index) => (
        <li
          key={label}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[1.75rem_1fr] gap-x-3 pb-5 last:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={`absolute top-6 bottom-0 left-3 w-0.5 ${state === 'done' ? 'bg-berry' : 'bg-line'}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`z-1 mt-0.5 grid size-6 place-items-center rounded-pill border-2 ${dots[state]}`}
          >
            {state === 'done' && <Check size={14} strokeWidth={3} />}
          </span>
          <span className={state === 'next' ? 'text-cocoa-soft' : ''}>
            <span className={state === 'now' ? 'font-semibold' : ''}>{label}</span>
            {state === 'next' && <span className="sr-only">, still to come</span>}
            {at && <Moment at={at} className="block text-sm text-cocoa-soft" />}
          </span>
        </li>
      ))}
    </ol>
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
