import { type SubmitEvent, useEffect, useState } from 'react'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { may } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { type NoticeEvent, noticeEvents } from '#shop/mails/notice-events.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { toast } from '#ui/toast.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/notices.page.ts'
import { mayHear, type NoticeWay, noticeWays, type Quiet, type Wishes } from './notice-wishes.ts'
import noticeWorker from './notice-worker.ts?worker&url'
import { findHearers, findPhones, findWishesOfShop } from './notices.store.server.ts'
import type { AddPhone, ForgetPhone, SaveWishes } from './save-wishes.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id, email, role } = await requireStaff({ request, url }, app, 'see-orders')
  const [hearers, phones, ofShop] = await Promise.all([
    findHearers(app.db),
    findPhones(app.db),
    may(role, 'edit-words') ? findWishesOfShop(app.db) : null,
  ])
  const own = hearers.find((one) => one.id === id)
  if (!own) throw new Error('a caller who works here is among who works here')
  const { wishes, quietFrom, quietUntil } = own
  return {
    ...{ email, wishes, quietFrom, quietUntil, ofShop },
    shopEmail: app.shop.email,
    events: (Object.keys(noticeEvents) as NoticeEvent[]).filter((event) => mayHear(role, event)),
    endpoints: phones.filter(({ userId }) => userId === id).map(({ endpoint }) => endpoint),
    publicKey: app.webPush.publicKey,
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Who hears what')

/** What a colleague is told and how; for owners also what the shop's own address is mailed. */
export default function NoticesPage({ loaderData }: Route.ComponentProps) {
  const { email, wishes, ofShop, shopEmail, events, endpoints, publicKey } = loaderData
  const { quietFrom, quietUntil } = loaderData
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Who hears what</h1>
        <p className="mt-1 text-cocoa-soft">What the shop tells you as soon as it happens.</p>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section
          id="you"
          title="You"
          intro={
            <>
              <span>Emails go to </span>
              <EmailText email={email} />
            </>
          }
        >
          <PhoneSwitch publicKey={publicKey} endpoints={endpoints} />
          <WishesForm
            events={events}
            ways={['mail', 'push']}
            wishes={wishes}
            quiet={{ quietFrom, quietUntil }}
          />
        </Section>
        {ofShop && (
          <Section
            id="shop"
            title="The shop’s address"
            intro={
              <>
                <span>Emailed, whoever works today: </span>
                <EmailText email={shopEmail} />
              </>
            }
          >
            <WishesForm events={events} ways={['mail']} wishes={ofShop} />
          </Section>
        )}
      </div>
    </div>
  )
}

const scope = '/admin'

/** Whether this browser is told; null while that is not known. */
type State = 'cannot' | 'off' | 'on' | null

interface PhoneSwitchProps {
  /** The sender's, base64url. */
  publicKey: string
  /** The addresses at which this colleague is told. */
  endpoints: readonly string[]
}

/** Switches on and off that this browser, mostly a phone's, is told. */
function PhoneSwitch({ publicKey, endpoints }: PhoneSwitchProps) {
  const [own, setOwn] = useState<PushSubscription | 'cannot' | null>()
  const { busy, run } = useReloadingAction()

  useEffect(() => {
    if (canBeTold()) void subscriptionHere().then(setOwn)
    else setOwn('cannot')
  }, [])

  const state: State = stateOf(own, endpoints)

  async function switchOn() {
    const subscription = await subscribe(publicKey).catch(() => null)
    if (!subscription)
      return toast.error('Your browser does not allow it. Allow notifications first.')
    const { endpoint, keys } = subscription.toJSON()
    const body = { endpoint: endpoint ?? '', keys: keys as { p256dh: string; auth: string } }
    const problem = await run(() => call<AddPhone>('POST /notices/phone', { body }))
    if (!problem) setOwn(subscription)
  }

  async function switchOff() {
    if (!own || own === 'cannot') return
    const { endpoint } = own
    await run(() => call<ForgetPhone>('POST /notices/forget-phone', { body: { endpoint } }))
    await own.unsubscribe()
    setOwn(null)
  }

  if (state === null)
    return <p className="min-h-11 text-sm text-cocoa-soft">Looking at this phone…</p>
  if (state === 'cannot')
    return (
      <p className="min-h-11 text-sm text-cocoa-soft">
        This browser cannot be told. On an iPhone, first add this page to the Home Screen, and open
        it from there.
      </p>
    )
  return (
    <Button
      variant={state === 'on' ? 'primary' : 'secondary'}
      aria-pressed={state === 'on'}
      busy={busy}
      className="justify-self-start"
      onClick={() => void (state === 'on' ? switchOff() : switchOn())}
    >
      Tell me on this phone
    </Button>
  )
}

function stateOf(
  own: PushSubscription | 'cannot' | null | undefined,
  endpoints: readonly string[],
): State {
  if (own === undefined) return null
  if (own === 'cannot') return own
  return own && endpoints.includes(own.endpoint) ? 'on' : 'off'
}

const canBeTold = () => 'serviceWorker' in navigator && 'PushManager' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks for permission, if it must. @throws if it is refused */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('refused')
  await navigator.serviceWorker.register(noticeWorker, { scope })
  const { pushManager } = await navigator.serviceWorker.ready
  // One of another sender, from before the shop's secret was changed, cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

interface WishesFormProps {
  events: readonly NoticeEvent[]
  ways: readonly NoticeWay[]
  wishes: Wishes
  /** Left out for the shop's address. */
  quiet?: Quiet
}

function WishesForm({ events, ways, wishes, quiet }: WishesFormProps) {
  const { busy, run } = useReloadingAction()

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const chosen = (way: NoticeWay) => typed.getAll(way) as NoticeEvent[]
    const text = (name: keyof Quiet) => String(typed.get(name) ?? '')
    const body = {
      forShop: !quiet,
      mail: chosen('mail'),
      push: chosen('push'),
      quietFrom: text('quietFrom'),
      quietUntil: text('quietUntil'),
    }
    void run(() => call<SaveWishes>('POST /notices', { body }))
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={save}>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line">
            <th className="py-2 font-semibold">Tell me of</th>
            {ways.map((way) => (
              <th key={way} className="px-2 py-2 text-center font-semibold">
                {noticeWays[way]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event} className="border-b border-line">
              <th scope="row" className="py-1 font-normal">
                {noticeEvents[event]}
              </th>
              {ways.map((way) => (
                <td key={way} className="px-2">
                  <label className="mx-auto grid size-11 place-items-center">
                    <span className="sr-only">{`${noticeEvents[event]}: ${noticeWays[way]}`}</span>
                    <input
                      type="checkbox"
                      name={way}
                      value={event}
                      defaultChecked={wishes[way].includes(event)}
                      className="size-5 accent-berry"
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {quiet && (
        <fieldset className="grid gap-1">
          <legend className="text-sm font-semibold">Quiet hours</legend>
          <p className="text-sm text-cocoa-soft">
            Then you hear only of what is for today; the rest waits. India time.
          </p>
          <div className="grid grid-cols-2 gap-4">
            <TextField label="From" name="quietFrom" type="time" defaultValue={quiet.quietFrom} />
            <TextField
              label="Until"
              name="quietUntil"
              type="time"
              defaultValue={quiet.quietUntil}
            />
          </div>
        </fieldset>
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        {quiet ? 'Save what I hear' : 'Save what the shop hears'}
      </Button>
    </form>
  )
}
