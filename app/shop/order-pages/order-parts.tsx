import type { ReactNode } from 'react'
import { CarriedBy, DeliveryCode, DeliveryMoment } from '#shop/orders/delivery/delivery-status.tsx'
import { isNearItsTime } from '#shop/orders/delivery/delivery-text.ts'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { phoneHref, type ShopContact } from '#shop/values/shop-details.ts'
import { UserText } from '#ui/user-text.tsx'
import type { TrackedOrder } from './view-orders.server.ts'

interface StateProps {
  order: TrackedOrder
  shop: ShopContact
  title: string
}

/** The state of an order, in words; a screen reader hears of a change. */
export function OrderState({ order, shop, title }: StateProps) {
  const { number, isPickup, isCancelled, fulfilment, code, courier, outcome } = order
  const isOnTheWay = fulfilment === 'out_for_delivery'
  const isAwaited = isOnTheWay
    ? isNearItsTime(order, new Date())
    : !hasEnded(fulfilment) && fulfilment !== 'failed'
  return (
    <header className="grid gap-2">
      <p className="text-sm text-cocoa-soft">{`Order ${number}`}</p>
      <div role="status" data-part="state" className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        {isAwaited && !isCancelled && (
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
        {courier && !isCancelled && <CarriedBy courier={courier} />}
        {code && <DeliveryCode code={code} />}
      </div>
    </header>
  )
}

/** The headers of every page of a link, whether it works or not. */
export const secretHeaders = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

interface NoSuchLinkProps {
  shop: ShopContact
  /** What else may help. */
  children?: ReactNode
}

/** The page of every link that does not work. */
export function NoSuchLink({ shop, children }: NoSuchLinkProps) {
  return (
    <div className="shell grid justify-items-center gap-4 py-12 text-center md:py-20">
      <h1 className="text-3xl">This link does not work</h1>
      <p className="max-w-prose text-lg text-cocoa-soft">
        Part of it may be missing, or it is too old. Please open it again from our email, or call
        us.
      </p>
      {children}
      <CallOrWrite shop={shop} />
    </div>
  )
}
