import { Form, Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import {
  BakeActions,
  useReloadingBakerActions,
} from '#shop/admin-orders/baker-actions/item-actions.tsx'
import { DaysNav } from '#shop/admin-orders/days-nav.tsx'
import { OrderMoves } from '#shop/admin-orders/moves/order-moves.tsx'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { PhotoButton } from '#shop/handling/photos/order-photos.tsx'
import { useLiveOrders, useReloadSoon } from '#shop/order-pages/use-live-orders.ts'
import { awaitsPrice } from '#shop/orders/item-status.ts'
import type { PhotosTaken } from '#shop/orders/order-photo.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { dayTitle } from '#shop/values/kolkata-time.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { printerIcon } from '#ui/more-icons.ts'
import type { Route } from './+types/kitchen.page.ts'
import { BakeSheetTable, bakeSheet } from './bake-sheet.tsx'
import { firstTickets, KitchenTicket, WaitingForPrice } from './kitchen-ticket.tsx'
import { type KitchenItem, loadKitchen } from './load-kitchen.server.ts'

const chefHatIcon =
  'M10 11v5M14 11v5M6 12.65c0-.457-.316-.844-.727-1.041A4 4 0 017.52 4.034a1.53 1.53 0 001.367-.547 4 4 0 016.225 0 1.53 1.53 0 001.367.547 4 4 0 012.248 7.575c-.411.197-.727.584-.727 1.04V19a2 2 0 01-2 2H8a2 2 0 01-2-2zM6 16h12'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-kitchen')
  const day = url.searchParams.get('day')
  const kitchen = await loadKitchen(app, day)
  const ordersOfDay = kitchen.items.map(({ orderId, fulfilment }) => ({ id: orderId, fulfilment }))
  return { ...kitchen, photos: await loadPhotos(app.db, ordersOfDay) }
}

const keep = keepLastRead()

// The kitchen's tablet shows its day for hours and reloads it: it stays while the network is lost.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Kitchen')

export default function KitchenPage({ loaderData }: Route.ComponentProps) {
  const { day, today, items, more, nextDay, work, photos, now } = loaderData
  useLiveOrders(useReloadSoon())
  const seesOrders = useMay('see-orders')
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-3xl">Kitchen</h1>
        <p className="mt-1 text-lg">{`${day === today ? 'Today, ' : ''}${dayTitle(day)}`}</p>
        {work && <p className="mt-1">{`Work of this day: ${work}`}</p>}
      </header>
      <DayBar day={day} today={today} />
      {more && (
        <p className="rounded-field bg-blush px-4 py-3 text-sm">
          <span>{`These are the first ${items.length} items of the day, by delivery time.`}</span>
          {seesOrders && (
            <span>
              {' '}
              Find the others in{' '}
              <Link to="/admin/orders" className="font-semibold text-berry underline">
                All orders
              </Link>
              .
            </span>
          )}
        </p>
      )}
      {items.length === 0 ? (
        <NothingToMake nextDay={nextDay} />
      ) : (
        <DaysWork items={items} photos={photos} now={new Date(now)} />
      )}
    </div>
  )
}

function NothingToMake({ nextDay }: { nextDay: string | null }) {
  return (
    <EmptyState
      picture={<Icon path={chefHatIcon} size={56} className="stroke-[1.25]" />}
      title="Nothing to make"
      action={
        nextDay && <ButtonLink to={`/admin/kitchen?day=${nextDay}`}>{dayTitle(nextDay)}</ButtonLink>
      }
    >
      {nextDay
        ? 'No deliveries on this day. The next one is on'
        : 'No deliveries on this day or later.'}
    </EmptyState>
  )
}

type Photos = Record<string, PhotosTaken>

function DaysWork({ items, photos, now }: { items: KitchenItem[]; photos: Photos; now: Date }) {
  const runAction = useReloadingBakerActions()
  const waiting = items.filter(awaitsPrice)
  const toMake = items.filter((item) => !awaitsPrice(item))
  const first = firstTickets(toMake)
  const cakes = toMake.filter(({ isExtra }) => !isExtra)
  return (
    <>
      {cakes.length > 0 && (
        <section
          aria-labelledby="bake-sheet"
          className="card grid gap-3 p-5 print:break-after-page print:p-0"
        >
          <h2 id="bake-sheet" className="text-xl">
            Bake sheet
          </h2>
          <BakeSheetTable sheet={bakeSheet(cakes)} />
        </section>
      )}
      {waiting.length > 0 && <WaitingForPrice items={waiting} />}
      {toMake.length > 0 && (
        <section aria-labelledby="tickets" className="grid gap-4">
          <h2 id="tickets" className="text-xl print:sr-only">
            Tickets
          </h2>
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
            {toMake.map((item) => (
              <li
                key={item.id}
                className={`break-inside-avoid ${item.status === 'completed' ? 'print:hidden' : ''}`}
              >
                <KitchenTicket
                  item={item}
                  prepare={
                    <BakeActions
                      item={item}
                      order={orderOf(item)}
                      runAction={runAction}
                      now={now}
                    />
                  }
                  moves={<OrderMoves order={orderOf(item)} mayBake />}
                  whenReady={
                    item.fulfilment === 'ready' &&
                    first.has(item.id) && (
                      <PhotoButton
                        order={orderOf(item)}
                        isAnother={photos[item.orderId]?.leaving !== undefined}
                      />
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function orderOf({ orderId, orderNumber, fulfilment, isPickup, deliveryAt }: KitchenItem) {
  const at = new Date(deliveryAt)
  return { id: orderId, number: orderNumber, fulfilment, isPickup, deliveryAt: at }
}

/** Goes to another day, and prints. */
function DayBar({ day, today }: { day: string; today: string }) {
  const seesOrders = useMay('see-orders')
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
      <DaysNav path="/admin/kitchen" day={day} today={today} />
      <Form className="-mb-1.5 flex items-end gap-2">
        <TextField key={day} label="Day" type="date" name="day" defaultValue={day} required />
        <Button type="submit" early variant="secondary" className="mb-1.5">
          Show
        </Button>
      </Form>
      <Button variant="secondary" className="md:ml-auto" onClick={() => window.print()}>
        <Icon path={printerIcon} size={18} />
        Print
      </Button>
      {seesOrders && (
        <ButtonLink to={`/admin/packing?day=${day}`} variant="secondary">
          Packing slips
        </ButtonLink>
      )}
    </div>
  )
}
