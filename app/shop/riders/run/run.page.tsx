import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { useShop } from '#shop/storefront/frame/use-shop.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/run.page.ts'
import { findRun } from './find-run.server.ts'
import { StopCard } from './stop-card.tsx'
import { useRun } from './use-run.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const run = await findRun(context.get(appContext), params.token)
  if (!run) throw data(null, { status: 404 })
  return run
}

const keep = keepLastRead()

// The list stays when the line is lost.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const handle: PageHandle = { frame: 'none' }

export const meta: Route.MetaFunction = () => [
  { title: 'Deliveries | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** What a rider opens on the phone: the doors of a run, and what happens at them. */
export default function RunPage({ loaderData: run, params }: Route.ComponentProps) {
  const { stops, isLost, isStored, move } = useRun(run, params.token)
  const shop = useShop()
  const done = stops.filter(({ status }) => status === 'delivered').length
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4 px-4 pt-4 pb-16">
      <header className="grid gap-1">
        <h1 className="text-2xl">Deliveries</h1>
        <p>
          <UserText>{run.riderName}</UserText>, {done} of {stops.length} delivered. This page works
          until <Moment at={run.linkEndsAt} />.
        </p>
        {shop && (
          <p>
            Questions?{' '}
            <a
              href={phoneHref(shop.phone)}
              className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
            >
              Call the shop
            </a>
          </p>
        )}
      </header>
      <p role="status" className="rounded-field bg-blush px-4 py-3 font-semibold empty:hidden">
        {isLost &&
          (isStored
            ? 'You are offline. Your updates are saved on this phone and will be sent when you are back online.'
            : 'You are offline, and this phone cannot save your updates. Keep this page open until your updates are sent.')}
      </p>
      <NeedsScript>The buttons need JavaScript. Please call the shop instead.</NeedsScript>
      {stops.length === 0 && <p>There is nothing to deliver.</p>}
      <ol className="grid gap-4">
        {stops.map((stop, index) => (
          <li key={stop.orderId}>
            <StopCard
              stop={stop}
              place={index + 1}
              onMove={(doorMove) => move(stop.orderId, doorMove)}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
