import type { ReactNode } from 'react'
import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { Button, buttonLook, textLink } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon, phoneIcon } from '#ui/icon.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/run.page.ts'
import { DeliverForm, FailForm, InHindiToo } from './door-forms.tsx'
import { findRun, type RunStop } from './find-run.server.ts'
import offlineWorker from './offline-worker.ts?worker&url'
import runPageScript from './run-page-script.ts?worker&url'
import { type DoorMove, factsOf, stateInHindi, stateText } from './stop-moves.ts'

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

const navigationIcon = 'M3 11L22 2 13 21 11 13 3 11z'

/** A door of the list. It has the buttons and forms of every status, so that the rider can go on while offline. */
function StopCard({ stop, place }: { stop: RunStop; place: number }) {
  const { number, hours, name, address, riderNote, boxes, cashDue, status, isSurprise } = stop
  const title = `stop-${number}`
  return (
    <li id={`order-${number}`} data-stop={JSON.stringify(factsOf(stop))}>
      <article aria-labelledby={title} tabIndex={-1} className="card grid gap-3 p-4">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span data-part="place">
            {place}. Order {number}, {hours}
          </span>
          <span>
            <strong data-state="" className="font-semibold">
              {stateText({ status, unsent: null })}
            </strong>{' '}
            <span data-hindi-state="" lang="hi">
              {stateInHindi({ status, unsent: null })}
            </span>
          </span>
        </p>
        <h2 id={title} className="text-xl">
          <UserText>{name}</UserText>
        </h2>
        <div data-part="door" className="grid gap-3">
          <p className="text-lg">
            <UserText lines>{address}</UserText>
          </p>
          {riderNote && (
            <p className="rounded-field bg-blush px-3 py-2">
              <InHindiToo word="Note" />: <UserText>{riderNote}</UserText>
            </p>
          )}
        </div>
        <div data-part="due" className="grid gap-3 empty:hidden">
          {cashDue > 0 && (
            <p className="text-lg font-semibold">
              <InHindiToo word="Collect"> {formatInr(toPaise(cashDue))}</InHindiToo>
            </p>
          )}
        </div>
        <p>
          {boxes === 1 ? (
            <InHindiToo word="1 box" />
          ) : (
            <>
              {boxes} <InHindiToo word="boxes" />
            </>
          )}
          , <InHindiToo word="keep upright" />
        </p>
        <div data-part="contact">
          <ContactLinks stop={stop} />
        </div>
        {isSurprise && (
          <While are={['ready']} now={status}>
            <p className="text-sm text-cocoa-soft">
              <InHindiToo word="A surprise: please don’t call before it is out for delivery." />
            </p>
          </While>
        )}
        <div role="alert" className="hidden text-chilli has-[:not(:empty)]:block">
          <p data-problem="" className="font-semibold" />
          <p data-hindi-problem="" lang="hi" />
        </div>
        <Moves stop={stop} />
      </article>
    </li>
  )
}

function ContactLinks({ stop }: { stop: RunStop }) {
  const { phone, name, address } = stop
  const look = buttonLook({ variant: 'secondary', size: 'small' })
  return (
    <div className="flex flex-wrap gap-2">
      {phone && (
        <a href={phoneHref(phone)} className={look}>
          <Icon path={phoneIcon} size={18} />
          <InHindiToo word="Call">
            <span className="sr-only" translate="no">
              {` ${name}`}
            </span>
          </InHindiToo>
        </a>
      )}
      {/* Opens the map app of Android and iPhones; `geo:` opens none on iPhones. */}
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
        rel="noreferrer"
        className={look}
      >
        <Icon path={navigationIcon} size={18} />
        <InHindiToo word="Map">
          <span className="sr-only" translate="no">
            {` to ${name}`}
          </span>
        </InHindiToo>
      </a>
    </div>
  )
}

/** The next moves of every status. */
function Moves({ stop }: { stop: RunStop }) {
  const { number, status } = stop
  const which = <span className="sr-only"> order {number}</span>
  return (
    <>
      <div data-retry="" hidden>
        <MoveForm move="retry">
          <SendButton>
            <InHindiToo word="Try again">{which}</InHindiToo>
          </SendButton>
        </MoveForm>
      </div>
      <While are={['ready']} now={status}>
        <MoveForm move="dispatch">
          <SendButton>
            <InHindiToo word="Out for delivery">{which}</InHindiToo>
          </SendButton>
        </MoveForm>
      </While>
      <While are={['failed']} now={status}>
        <MoveForm move="dispatch">
          <SendButton>
            <InHindiToo word="Try delivery again">{which}</InHindiToo>
          </SendButton>
        </MoveForm>
      </While>
      <While are={['out_for_delivery']} now={status}>
        <div className="grid grid-cols-2 gap-2">
          <Opened
            by={<InHindiToo word="Delivered">{which}</InHindiToo>}
            look={buttonLook({ wide: true })}
            of={number}
          >
            <MoveForm move="deliver">
              <DeliverForm stop={stop} />
              <SendButton>
                <InHindiToo word="Mark delivered" />
              </SendButton>
            </MoveForm>
          </Opened>
          <Opened
            by={<InHindiToo word="Failed">{which}</InHindiToo>}
            look={buttonLook({ variant: 'secondary', wide: true })}
            of={number}
          >
            <MoveForm move="fail">
              <FailForm number={number} />
              <SendButton>
                <InHindiToo word="Mark not delivered" />
              </SendButton>
            </MoveForm>
          </Opened>
        </div>
      </While>
    </>
  )
}

interface WhileProps {
  are: readonly FulfilmentStatus[]
  now: FulfilmentStatus
  children: ReactNode
}

/** Seen while the order has one of these statuses; the page's script shows and hides it. */
function While({ are, now, children }: WhileProps) {
  return (
    <div data-while={are.join(' ')} hidden={!are.includes(now)}>
      {children}
    </div>
  )
}

function MoveForm({ move, children }: { move: DoorMove['move'] | 'retry'; children: ReactNode }) {
  return (
    <form data-move={move} noValidate className="grid gap-3">
      {children}
    </form>
  )
}

/** Enabled by the page's script. */
function SendButton({ children }: { children: ReactNode }) {
  return (
    <Button type="submit" wide disabled>
      {children}
    </Button>
  )
}

interface OpenedProps {
  by: ReactNode
  look: string
  /** The number of an order, whose forms are open one at a time. */
  of: number
  children: ReactNode
}

/** A form, folded up until its button is pressed. */
function Opened({ by, look, of, children }: OpenedProps) {
  return (
    <details name={`order-${of}`} className="open:col-span-2 open:not-last:mb-4">
      <summary className={`cursor-pointer [&::-webkit-details-marker]:hidden ${look}`}>
        {by}
      </summary>
      <div className="mt-3 border-t border-line pt-3">{children}</div>
    </details>
  )
}
