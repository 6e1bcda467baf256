import { data, Link, redirect } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { call } from '#platform/http/api-client.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { may } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { countToDo } from '#shop/admin-orders/admin-orders.store.server.ts'
import {
  allOrders,
  type CountedToDo,
  countedToDos,
  orderQuery,
  type ToDoCount,
  toDoLabels,
} from '#shop/admin-orders/order-search.ts'
import { loadCakesSection } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import { CakesSection } from '#shop/cakes/admin/list/cakes-section.tsx'
import { countDeadLetters } from '#shop/mails/mails.store.server.ts'
import { givenAwayToday } from '#shop/orders/money/given-away.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { endingLicence } from '#shop/words/shop/typed-details.ts'
import { Button } from '#ui/button.tsx'
import { chevronRightIcon, circleAlertIcon, circleCheckIcon, Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { triangleAlertIcon } from '#ui/more-icons.ts'
import {
  type Checklist,
  type HideSamples,
  loadChecklist,
  type OpenShop,
  type SendTestMail,
} from '../opening/open-shop.server.ts'
import { UsersSection } from '../users/users-section.tsx'
import type { Route } from './+types/dashboard.page.ts'
import {
  loadDeliverySection,
  loadOrdersSection,
  loadSales,
  loadUsersSection,
} from './dashboard.store.server.ts'
import { DeliverySection, OrdersSection } from './orders-section.tsx'
import { SalesSection } from './sales-chart.tsx'

/** How long the dashboard mentions a mail that could not be sent. */
const deadLetterHintMs = 7 * dayMs

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { role, email } = await requireStaff({ request, url }, app, 'see-panel')
  if (!may(role, 'see-orders')) {
    throw redirect(may(role, 'see-kitchen') ? '/admin/kitchen' : '/admin/money')
  }
  const search = url.searchParams
  const ordersBy = search.get('ordersBy')
  const byDue = (ordersBy ?? orderOf(request.headers)) === 'due'
  const deps = { db: app.db, now: app.clock.now() }
  const unanswered = new Date(deps.now.getTime() - app.shop.grievance.hours * hourMs)
  const [toDo, given, deadLetters, orders, cakes, users, delivery, sales] = await Promise.all([
    countToDo(deps, unanswered),
    may(role, 'refund') ? givenAwayToday(app.db, deps.now) : null,
    may(role, 'read-mails')
      ? countDeadLetters(app.db, new Date(deps.now.getTime() - deadLetterHintMs))
      : 0,
    loadOrdersSection(deps, byDue),
    may(role, 'edit-cakes') ? loadCakesSection(deps, search) : null,
    may(role, 'see-users') ? loadUsersSection(deps, search) : null,
    loadDeliverySection(deps),
    may(role, 'see-sales') ? loadSales(deps) : null,
  ])
  const isOwner = may(role, 'edit-words')
  const { isOpen } = app.shop
  const checklist = isOwner && !isOpen ? await loadChecklist(app, email) : null
  const licenceEnds = isOwner ? endingLicence(app.shop, deps.now) : null
  const takesTestPayments = isOwner && isOpen && app.shop.takesTestPayments
  const page = {
    ...{ toDo, given, deadLetters, isOpen, checklist, licenceEnds, takesTestPayments },
    ...{ orders, cakes, users, delivery, sales },
  }
  const order = `${orderCookie}=${byDue ? 'due' : 'newest'}; Path=/; Max-Age=31536000; SameSite=Lax`
  return data(page, ordersBy === null ? undefined : { headers: { 'set-cookie': order } })
}

/** Remembers in which order this browser shows the orders. */
const orderCookie = 'panel-orders'

function orderOf(headers: Headers): string | undefined {
  return headers.get('cookie')?.match(new RegExp(`(?:^|; )${orderCookie}=(due|newest)`))?.[1]
}

const keep = keepLastRead()

// The dashboard stays open all day and reloads its data: it stays when the network is lost for a moment.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Admin panel')

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { toDo, given, deadLetters, licenceEnds, orders, cakes, users, delivery, sales } =
    loaderData
  const { isOpen, checklist, takesTestPayments } = loaderData
  return (
    <div className="grid grid-cols-1 gap-5">
      <h1 className="text-3xl">Admin panel</h1>
      {checklist && <OpeningChecklist {...checklist} />}
      {!isOpen && !checklist && <p className="text-cocoa-soft">This shop is not open yet.</p>}
      {takesTestPayments && (
        <p>
          Payments are still tests: no money moves. Ask whoever runs the machine to set up Stripe or
          Razorpay.
        </p>
      )}
      <ToDoSection counts={toDo} />
      {toDo.overdue.items > 0 && (
        <p className="font-semibold text-chilli">
          {`Messages overdue for an answer: ${toDo.overdue.items}`}
        </p>
      )}
      {deadLetters > 0 && (
        <Hint to="/admin/outbox">
          {deadLetters === 1
            ? '1 email could not be sent'
            : `${deadLetters} emails could not be sent`}
        </Hint>
      )}
      {given && given.paise > 0 && <GivenAway {...given} />}
      {licenceEnds && (
        <Hint to="/admin/shop">
          {`Your FSSAI licence ends on ${formatDay(licenceEnds)}: renew it, and say its new last day`}
        </Hint>
      )}
      <OrdersSection key={String(orders.byDue)} {...orders} />
      {cakes && <CakesSection {...cakes} />}
      {users && <UsersSection {...users} />}
      <DeliverySection {...delivery} />
      {sales && <SalesSection days={sales} />}
    </div>
  )
}

function GivenAway({ orders, paise }: { orders: number; paise: Paise }) {
  const text = `${formatInr(paise)} given away today, of ${orders === 1 ? '1 order' : `${orders} orders`}`
  return <p className="font-semibold">{text}</p>
}

/** Something that somebody has to see to, behind the link. */
function Hint({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} className="gap-2 justify-self-start text-chilli!">
      <Icon path={triangleAlertIcon} size={18} />
      <span>{children}</span>
    </TextLink>
  )
}

/** What waits for the baker, as far as anything does; each count leads to its orders. */
function ToDoSection({ counts }: { counts: Record<CountedToDo, ToDoCount> }) {
  const waiting = countedToDos.filter((todo) => counts[todo].items > 0)
  return (
    <section aria-labelledby="to-do" className="card overflow-hidden">
      <h2 id="to-do" className="px-4 pt-3 text-xl md:px-6 md:pt-4">
        To do
      </h2>
      {waiting.length === 0 ? (
        <p className="px-4 pb-4 md:px-6">Nothing waits for you.</p>
      ) : (
        <ul className="mt-1 divide-line max-lg:divide-y lg:mt-3 lg:grid lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] lg:*:border-t lg:*:border-line lg:*:not-last:border-r">
          {waiting.map((todo) => (
            <li key={todo}>
              <ToDoLink todo={todo} count={counts[todo]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ToDoLook {
  isAlarming?: boolean
  /** What is counted, if not items. */
  noun?: string
  /** Where more than orders is listed. */
  page?: string
}

const looks: Partial<Record<CountedToDo, ToDoLook>> = {
  ready: { noun: 'order' },
  failed: { noun: 'order', isAlarming: true },
  late: { isAlarming: true },
  complaint: { noun: 'message', isAlarming: true, page: '/admin/inbox' },
  review: { noun: 'review', page: '/admin/reviews' },
  dispute: { noun: 'dispute', isAlarming: true },
  upi: { noun: 'order', isAlarming: true },
}

function ToDoLink({ todo, count }: { todo: CountedToDo; count: ToDoCount }) {
  const { isAlarming, noun = 'item', page } = looks[todo] ?? {}
  return (
    <Link
      to={page ?? `/admin/orders${orderQuery({ ...allOrders, todo })}`}
      className={`flex min-h-11 items-center gap-2 px-4 py-1.5 transition hover:bg-blush focus-visible:-outline-offset-3 md:px-6 lg:h-full lg:flex-col lg:items-start lg:justify-between lg:py-4 ${isAlarming ? 'text-chilli' : ''}`}
    >
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold max-lg:mr-auto">
        {isAlarming && <Icon path={triangleAlertIcon} size={16} />}
        <span>{toDoLabels[todo]}</span>
      </span>{' '}
      <CountText {...count} noun={noun} />
      <Icon path={chevronRightIcon} size={18} className="text-cocoa-soft lg:hidden" />
    </Link>
  )
}

function CountText({ items, orders, noun }: ToDoCount & { noun: string }) {
  const unit = items === 1 ? noun : `${noun}s`
  const inOrders = ['order', 'message', 'review'].includes(noun)
    ? ''
    : ` in ${orders} ${orders === 1 ? 'order' : 'orders'}`
  return (
    <span className="text-sm max-lg:text-right">
      <strong className="font-display text-lg font-semibold tabular-nums lg:text-2xl">
        {items}
      </strong>{' '}
      <span>{`${unit}${inOrders}`}</span>
    </span>
  )
}

type Steps = Checklist['steps']

/** What the owner says, sets and tries before customers come. It stays until they open the shop. */
function OpeningChecklist({ steps, seen }: Checklist) {
  const left = steps.filter(({ missing }) => missing.length > 0)
  return (
    <section aria-labelledby="opening" className="card grid gap-4 p-4 md:p-6">
      <div>
        <h2 id="opening" className="text-xl">
          Your shop is not open yet
        </h2>
        <p className="text-sm text-cocoa-soft">
          {`${steps.length - left.length} of ${steps.length} steps are done. Whoever knows the address can order already.`}
        </p>
      </div>
      <ol className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
      <AskButton
        variant="primary"
        size="medium"
        className="justify-self-start"
        label="Open the shop"
        title="Open the shop?"
        confirmLabel="Open the shop"
        send={() => call<OpenShop>('POST /shop/open', {})}
      >
        <p>{`Customers see: ${seen.join('; ')}.`}</p>
        {left.length > 0 && <h3 className="mt-3 font-semibold">Still missing</h3>}
        <ul className="list-disc pl-5 text-sm">
          {left.map(({ title, missing }) => (
            <li key={title}>{`${title}: ${missing.join(' ')}`}</li>
          ))}
        </ul>
      </AskButton>
    </section>
  )
}

function Step({ title, to, missing, action }: Steps[number]) {
  const isDone = missing.length === 0
  const { busy, run } = useReloadingAction()
  return (
    <li className="flex items-start gap-2">
      <Icon
        path={isDone ? circleCheckIcon : circleAlertIcon}
        size={20}
        className={`mt-3 shrink-0 ${isDone ? 'text-pistachio' : 'text-saffron'}`}
      />
      <div className="grid justify-items-start">
        <TextLink to={to}>{title}</TextLink>
        {isDone && <span className="sr-only">Done</span>}
        {missing.map((sentence) => (
          <p key={sentence} className="text-sm">
            {sentence}
          </p>
        ))}
        {action === 'hide-samples' && (
          <AskButton
            className="mt-2"
            label="Hide the sample’s cakes"
            title="Hide the sample’s cakes?"
            confirmLabel="Hide them"
            send={() => call<HideSamples>('POST /cakes/hide-samples', {})}
          >
            Customers see them no more, only what you have added or described yourself. Each can be
            shown again, one by one.
          </AskButton>
        )}
        {action === 'test-mail' && (
          <Button
            variant="secondary"
            size="small"
            className="mt-2"
            busy={busy}
            onClick={() => run(() => call<SendTestMail>('POST /mails/test', {}))}
          >
            Send a test mail
          </Button>
        )}
      </div>
    </li>
  )
}
