import { data, Link } from 'react-router'
import { type AppContext, appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { readFoodFacts } from '#shop/cakes/cakes.store.server.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { EggText, LabelRows } from '#shop/cakes/food/egg-mark.tsx'
import { type FoodFacts, factsOf, labelRows } from '#shop/cakes/food/food-facts.ts'
import { deliveryHours, deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyAgreed, isStillToLeave } from '#shop/orders/order-rules.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { formatDay, kolkataDay, parseDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { arrowLeftIcon, Icon } from '#ui/icon.tsx'
import { printerIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'
import { findOrderByNumber, listOrders } from '../admin-orders.store.server.ts'
import { orderNumberOf } from '../order-search.ts'
import type { Route } from './+types/packing.page.ts'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-orders')
  const { number = null } = params
  const orders = await ordersToPack(app, number, url.searchParams)
  if (number && orders.length === 0) throw data(null, { status: 404 })
  const { name: shopName, fssai } = app.shop
  const foodFacts = await readFoodFacts(
    app,
    orders.flatMap(({ items }) => items),
  )
  const papers = orders.map((order) => packingPapers(order, { foodFacts, fssai }))
  return { number, papers, shopName }
}

/** That of a number, or what is still to leave on `?day=2026-11-21`, with `&hours=6 to 8 pm` in that slot alone. */
async function ordersToPack(
  { db, clock }: AppContext,
  number: string | null,
  search: URLSearchParams,
): Promise<Order[]> {
  if (number !== null) {
    const order = await findOrderByNumber(db, orderNumberOf(number) ?? 0)
    return order?.state === 'placed' ? [order] : []
  }
  const [now, hours] = [clock.now(), search.get('hours')]
  const ofDay = await listOrders({ db, now }, { day: parseDay(search.get('day'), now) }, 200)
  const toPack = ofDay.filter((order) => isStillToLeave(order) && isAnyAgreed(order))
  return toPack.filter((order) => hours === null || deliveryHours(order) === hours)
}

export const meta: Route.MetaFunction = ({ matches, params: { number } }) =>
  privateMeta(matches, number ? `Packing slip ${number}` : 'Packing slips')

/** The slip of an order, or those of a day or slot, each with a gift's card on its own sheet. */
export default function PackingPage({ loaderData }: Route.ComponentProps) {
  const { number, papers, shopName } = loaderData
  return (
    <div className="grid max-w-2xl gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 print:hidden">
        <div>
          <Link
            to={number ? `/admin/orders/${number}` : '/admin/kitchen'}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-berry"
          >
            <Icon path={arrowLeftIcon} size={18} />
            <span>{number ? `Order ${number}` : 'Kitchen'}</span>
          </Link>
          <h1 className="text-3xl">
            {number ? 'Packing slip' : `Packing slips: ${papers.length}`}
          </h1>
          <p className="text-cocoa-soft">
            No prices: pack this, and not the invoice. It says when a cake was made once that is
            marked as ready.
          </p>
        </div>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Icon path={printerIcon} size={18} />
          <span>{number ? 'Print' : 'Print all'}</span>
        </Button>
      </header>
      {papers.length === 0 && <p className="card p-5">Nothing is left to pack then.</p>}
      {papers.map((each) => (
        <div key={each.number} className="grid gap-5 not-first-of-type:print:break-before-page">
          <Slip papers={each} shopName={shopName} />
          {each.card && <Card {...each.card} />}
        </div>
      ))}
    </div>
  )
}

const sheet = 'card grid gap-5 p-5 md:p-8 print:rounded-none print:p-0'

function Slip({ papers, shopName }: { papers: PackingPapers; shopName: string }) {
  const { number, name, handover, when, items } = papers
  return (
    <section aria-labelledby={`slip-${number}`} className={sheet}>
      <h2 id={`slip-${number}`} className="text-xl">
        {`${shopName}, order ${number}`}
      </h2>
      <dl className="grid gap-4 text-sm sm:grid-cols-3 print:grid-cols-3">
        {[{ label: 'For', text: name }, handover, when].map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <dt className="text-cocoa-soft">{label}</dt>
            <dd className="font-semibold">
              <UserText>{text}</UserText>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="divide-y divide-line border-t border-line">
        {items.map((item) => (
          <li key={item.id} className="grid gap-1 py-3">
            <p className="font-semibold wrap-anywhere">{`${item.amount} × ${item.name}`}</p>
            <p className="flex flex-wrap gap-x-4 text-sm">
              <UserText>{item.flavour}</UserText>
              {item.egg && <EggText egg={item.egg} />}
              {item.bname && (
                <span>
                  “<UserText>{item.bname}</UserText>”
                </span>
              )}
            </p>
            <LabelRows rows={item.label} className="gap-y-0.5 text-sm" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ message, from }: NonNullable<PackingPapers['card']>) {
  return (
    <section aria-label="Gift card" className={`${sheet} print:break-before-page`}>
      <h2 className="text-sm text-cocoa-soft print:sr-only">Gift card</h2>
      <blockquote className="grid min-h-60 content-center gap-6 text-center font-display text-2xl leading-snug print:min-h-100">
        <p className="empty:hidden">
          <UserText lines>{message}</UserText>
        </p>
        {from && (
          <p className="text-xl">
            <UserText>{from}</UserText>
          </p>
        )}
      </blockquote>
    </section>
  )
}

type PackingPapers = ReturnType<typeof packingPapers>

/** Anyone who opens the box reads them: so no price, no rider's note and no contact data of the customer. */
export function packingPapers(
  order: Order,
  { foodFacts, fssai }: { foodFacts: ReadonlyMap<string | null, FoodFacts>; fssai: string },
) {
  const { number, customerName, recipientName, giftMessage, giftFrom, address } = order
  const words = deliveryWords(order)
  return {
    number,
    name: recipientName ?? customerName,
    handover: { label: words.address, text: addressToBring(address) },
    when: { label: `${words.what} time`, text: deliveryText(order) },
    items: order.items
      .filter(({ status }) => !cancelledStatuses.includes(status))
      .map(
        ({ id, cakeId, name, category, flavour, chosen, wt, egg, amount, bname, preparedAt }) => ({
          ...{ id, name, flavour: madeOf({ flavour, chosen }), egg, amount, bname },
          label: isExtra(category)
            ? []
            : [
                ...datesOf(preparedAt, foodFacts.get(cakeId)),
                ...labelRows(factsOf(foodFacts.get(cakeId), chosen), { weights: [wt], fssai }),
              ],
        }),
      ),
    /** Null without a gift message. */
    card: giftMessage || giftFrom ? { message: giftMessage, from: giftFrom } : null,
  }
}

/** The first number of days that the owner names: '2 to 3 days' are two. */
const keptDays = /(\d{1,3})(?:\s*(?:-|–|to|or)\s*\d+)?\s*days?\b/i

/** When it was made and until when it is best; nothing of a cake that is not made yet. */
function datesOf(preparedAt: Date | null, cake?: FoodFacts): ReturnType<typeof labelRows> {
  if (!preparedAt) return []
  const day = kolkataDay(preparedAt)
  const days = keptDays.exec(cake?.keeping ?? '')?.[1]
  const last = days && formatDay(shiftDay(day, Number(days)))
  return [['Made on', formatDay(day)], ...(last ? [['Best until', last] as [string, string]] : [])]
}
