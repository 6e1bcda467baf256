import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { textLink } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/run.page.ts'
import { InHindiToo } from './door-forms.tsx'
import { findRun } from './find-run.server.ts'
import offlineWorker from './offline-worker.ts?worker&url'
import runPageScript from './run-page-script.ts?worker&url'
import { StopCard } from './stop-card.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const run = await findRun(app, params.token)
  if (!run) throw data(null, { status: 404 })
  return { run, phone: app.shop.phone }
}

export const handle = { frame: 'none', hydrates: () => false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Deliveries')

/** The rider's page: the doors of a run, and the moves there. `run-page-script.ts` runs on it. */
export default function RunPage({ loaderData: { run, phone } }: Route.ComponentProps) {
  const { id, linkEndsAt, stops } = run
  const delivered = stops.filter(({ status }) => status === 'delivered').length
  return (
    <div
      data-run={JSON.stringify({ id, linkEndsAt, worker: offlineWorker })}
      className="mx-auto grid w-full max-w-xl gap-4 px-4 pt-4 pb-16"
    >
      <script type="module" src={runPageScript} />
      <header className="grid gap-1">
        <h1 className="text-2xl">
          <InHindiToo word="Deliveries" />
        </h1>
        <p>
          <UserText>{run.riderName}</UserText>,{' '}
          <span id="delivered">{`${delivered} of ${stops.length} delivered`}</span>. This page works
          until <Moment at={linkEndsAt} />.
        </p>
        <p>
          Questions?{' '}
          <a href={phoneHref(phone)} className={textLink}>
            <InHindiToo word="Call the shop" />
          </a>
        </p>
      </header>
      <div
        role="status"
        className="rounded-field bg-blush px-4 py-3 font-semibold not-has-[:not(:empty)]:hidden"
      >
        <p id="offline" />
        <p id="offline-hindi" lang="hi" className="font-normal" />
      </div>
      <p
        id="missing"
        role="alert"
        className="whitespace-pre-line font-semibold text-chilli empty:hidden"
      />
      <NeedsScript>The buttons need JavaScript. Please call the shop instead.</NeedsScript>
      <p id="nothing" hidden={stops.length > 0}>
        <InHindiToo word="There is nothing to deliver." />
      </p>
      <ol id="stops" className="grid gap-4">
        {stops.map((stop, index) => (
          <StopCard key={stop.orderId} stop={stop} place={index + 1} />
        ))}
      </ol>
    </div>
  )
}
