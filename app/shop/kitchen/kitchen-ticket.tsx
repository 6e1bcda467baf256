import type { ReactNode } from 'react'
import { useMay } from '#shop/accounts/permissions.ts'
import { EggText } from '#shop/cakes/food/egg-mark.tsx'
import { hasAllergy } from '#shop/orders/allergy.ts'
import { DesignPictures } from '#shop/orders/design-pictures.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { formatWeight } from '#shop/values/weight.ts'
import { TextLink } from '#ui/lists/text-link.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { KitchenItem } from './load-kitchen.server.ts'

/** The ids of the first items of their orders, because an order has one photo, however many cakes. */
export function firstTickets(
  items: readonly Pick<KitchenItem, 'id' | 'orderId'>[],
): ReadonlySet<string> {
  return new Set(new Map(items.toReversed().map(({ id, orderId }) => [orderId, id])).values())
}

interface KitchenTicketProps {
  item: KitchenItem
  /** Marks it as ready, or says that it is. */
  prepare: ReactNode
  /** Buttons for moves of its order. */
  moves: ReactNode
  /** Shown below, once it is ready. */
  whenReady: ReactNode
}

/** An item to make, readable from an arm's length on a tablet or on paper. */
export function KitchenTicket({ item, prepare, moves, whenReady }: KitchenTicketProps) {
  const { deliveryAt, hours, isPickup, orderNumber, firstName, customize, detail, note } = item
  const titleId = `ticket-${item.id}`
  return (
    <article
      aria-labelledby={titleId}
      className="card flex h-full break-inside-avoid flex-col gap-4 p-5 print:rounded-field print:border print:border-stroke print:p-4"
    >
      <header className="flex items-baseline justify-between gap-3 border-b border-line pb-3 print:border-stroke">
        <p className="text-xl font-semibold whitespace-nowrap tabular-nums">
          <time dateTime={deliveryAt}>{hours}</time>
          {isPickup && <span className="ml-3 text-sm">Pickup</span>}
          <ForDay forDay={item.forDay} />
          {item.readyBy && (
            <span className="block text-sm">
              {`${isPickup ? 'Ready by' : 'Ready to leave by'} ${item.readyBy}`}
            </span>
          )}
        </p>
        <p className="text-sm">
          <UserText>{firstName}</UserText> <span>{`· Order ${orderNumber}`}</span>
        </p>
      </header>
      {!item.isExtra && <Piping item={item} />}
      <div className="flex gap-4">
        {!customize && <ItemPicture image={item.image} bname={item.bname} size="large" />}
        <div className="min-w-0">
          <h3
            id={titleId}
            className="font-text text-base font-semibold tracking-normal wrap-anywhere"
          >
            {`${item.amount} × ${item.name}`}
          </h3>
          <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-base">
            <UserText>{item.flavour}</UserText>
            <span className="font-semibold whitespace-nowrap">{formatWeight(item.wt)}</span>
            {!item.isExtra && <EggOrAsk egg={item.egg} />}
          </p>
          {!item.isExtra && (
            <p className="mt-0.5 text-sm">
              {item.allergens ?? <span className="font-semibold">Allergens? Ask</span>}
            </p>
          )}
        </div>
      </div>
      {customize && <DesignPictures image={item.image} />}
      {hasAllergy({ kitchenNote: note, riderNote: '', items: [item] }) && (
        <p className="font-semibold text-chilli">Allergy: read what the customer wrote.</p>
      )}
      {detail && <Words title={customize ? 'Customised' : 'Note for the baker'} text={detail} />}
      {note && <Words title="Note for the kitchen" text={note} />}
      {item.isAddressMissing && (
        <p className="font-semibold text-chilli">
          Address missing: it cannot leave before we know it.
        </p>
      )}
      {item.isHeld && (
        <p className="font-semibold text-chilli">
          Held: the customer says that something is wrong with the photo.
        </p>
      )}
      <div className="mt-auto grid gap-2 print:hidden">
        <div className="flex flex-wrap gap-2 empty:hidden">{moves}</div>
        {prepare}
        {whenReady}
      </div>
    </article>
  )
}

function Piping({ item: { bname } }: { item: KitchenItem }) {
  if (!bname) return <p className="text-cocoa-soft">No name</p>
  return (
    <p className="font-display text-3xl leading-tight font-semibold wrap-anywhere">
      <span className="sr-only">Name on cake: </span>
      <UserText>{bname}</UserText>
    </p>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <p className="rounded-field bg-cream px-3 py-2 text-sm print:border print:border-line">
      <strong className="block text-xs font-semibold text-berry">{title}</strong>
      <UserText lines>{text}</UserText>
    </p>
  )
}

export function ForDay({ forDay }: Pick<KitchenItem, 'forDay'>) {
  return (
    forDay && (
      <span className="block text-sm font-semibold whitespace-nowrap">{`for ${forDay}`}</span>
    )
  )
}

/** By mark and word, so that it is clear on black and white paper too. */
export function EggOrAsk({ egg }: Pick<KitchenItem, 'egg'>) {
  return egg ? <EggText egg={egg} /> : <span className="font-semibold">Egg? Ask</span>
}

/** Customised cakes of the day whose price is not accepted yet. */
export function WaitingForPrice({ items }: { items: readonly KitchenItem[] }) {
  const seesOrders = useMay('see-orders')
  return (
    <section aria-labelledby="waiting" className="card p-5 print:hidden">
      <h2 id="waiting" className="text-xl">
        Waiting for a quote
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-20 font-semibold tabular-nums">
              <span>{item.hours}</span>
              <ForDay forDay={item.forDay} />
            </span>
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              <span>{`${item.amount} × ${item.name},`}</span> <UserText>{item.flavour}</UserText>
              <span>{`, ${formatWeight(item.wt)}`}</span>
            </span>
            <span className="text-sm text-cocoa-soft">
              {item.status === 'quoted' ? 'Waiting for the customer’s answer' : 'To quote'}
            </span>
            {seesOrders ? (
              <TextLink
                to={`/admin/orders/${item.orderNumber}`}
              >{`Order ${item.orderNumber}`}</TextLink>
            ) : (
              <span>{`Order ${item.orderNumber}`}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
