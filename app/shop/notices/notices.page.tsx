import type { SubmitEvent } from 'react'
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
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/notices.page.ts'
import { mayHear, type NoticeWay, noticeWays, type Quiet, type Wishes } from './notice-wishes.ts'
import { findHearers, findPhones, findWishesOfShop } from './notices.store.server.ts'
import { PhoneSwitch } from './phone-switch.tsx'
import type { SaveWishes } from './save-wishes.server.ts'

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
