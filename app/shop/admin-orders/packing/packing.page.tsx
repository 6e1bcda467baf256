import { data, Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { readFoodFacts } from '#shop/cakes/cakes.store.server.ts'
import { EggText, LabelRows } from '#shop/cakes/food/egg-mark.tsx'
import { type FoodFacts, labelRows } from '#shop/cakes/food/food-facts.ts'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { Button } from '#ui/button.tsx'
import { arrowLeftIcon, Icon } from '#ui/icon.tsx'
import { printerIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'
import { findOrderByNumber } from '../admin-orders.store.server.ts'
import { orderNumberOf } from '../order-search.ts'
import type { Route } from './+types/packing.page.ts'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-orders')
  const number = orderNumberOf(params.number)
  const order = number === null ? null : await findOrderByNumber(app.db, number)
  if (order?.state !== 'placed') throw data(null, { status: 404 })
  const { name: shopName, fssai } = app.shop
  const foodFacts = await readFoodFacts(app, order.items)
  return { papers: packingPapers(order, { foodFacts, fssai }), shopName }
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `Packing slip ${params.number} | Cakewala` },
  { name: 'robots', content: 'noindex' },
]

/** The slip, and a gift's card on its own sheet. */
export default function PackingPage({ loaderData: { papers, shopName } }: Route.ComponentProps) {
  return (
    <div className="grid max-w-2xl gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 print:hidden">
        <div>
          <Link
            to={`/admin/orders/${papers.number}`}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-berry"
          >
            <Icon path={arrowLeftIcon} size={18} />
            <span>{`Order ${papers.number}`}</span>
          </Link>
          <h1 className="text-3xl">Packing slip</h1>
          <p className="text-cocoa-soft">No prices: pack this, and not the invoice.</p>
        </div>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Icon path={printerIcon} size={18} />
          Print
        </Button>
      </header>
      <Slip papers={papers} shopName={shopName} />
      {papers.card && <Card {...papers.card} />}
    </div>
  )
}

const sheet = 'card grid gap-5 p-5 md:p-8 print:rounded-none print:p-0'

function Slip({ papers, shopName }: { papers: PackingPapers; shopName: string }) {
  const { number, name, handover, when, items } = papers
  return (
    <section aria-labelledby="slip" className={sheet}>
      <h2 id="slip" className="text-xl">
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
    <section aria-labelledby="gift-card" className={`${sheet} print:break-before-page`}>
      <h2 id="gift-card" className="text-sm text-cocoa-soft print:sr-only">
        Gift card
      </h2>
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

/** Anyone who opens the box reads them: so no price, no rider's note and no contact data of the customer. */
interface PackingPapers {
  number: number
  name: string
  handover: { label: string; text: string }
  when: { label: string; text: string }
  items: PackedItem[]
  /** Null without a gift message. */
  card: { message: string; from: string } | null
}

type PackedItem = Pick<OrderItem, 'id' | 'name' | 'flavour' | 'egg' | 'amount' | 'bname'> & {
  label: ReturnType<typeof labelRows>
}

interface LabelDetails {
  /** By the ids of the cakes. */
  foodFacts: ReadonlyMap<string | null, FoodFacts>
  /** The shop's own licence. */
  fssai: string
}

export function packingPapers(order: Order, { foodFacts, fssai }: LabelDetails): PackingPapers {
  const { number, customerName, recipientName, giftMessage, giftFrom, address } = order
  const words = deliveryWords(order)
  return {
    number,
    name: recipientName ?? customerName,
    handover: { label: words.address, text: addressToBring(address) },
    when: { label: `${words.what} time`, text: deliveryText(order) },
    items: order.items
      .filter(({ status }) => !cancelledStatuses.includes(status))
      .map(({ id, cakeId, name, flavour, wt, egg, amount, bname }) => ({
        id,
        name,
        flavour,
        egg,
        amount,
        bname,
        label: labelRows(foodFacts.get(cakeId), { weights: [wt], fssai }),
      })),
    card: giftMessage || giftFrom ? { message: giftMessage, from: giftFrom } : null,
  }
}
