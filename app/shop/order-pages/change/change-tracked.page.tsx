import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { ChangeFields } from '#shop/changes/change-fields.tsx'
import { UnpaidChange } from '#shop/changes/change-order-button.tsx'
import { DeliveryTimeField } from '#shop/delivery/choose/delivery-time.tsx'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { dayTitle, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import {
  CallForm,
  LivePart,
  NoSuchLink,
  ShopMessage,
  secretHeaders,
  TrackingScript,
} from '../page/order-parts.tsx'
import type { Route } from './+types/change-tracked.page.ts'
import { type OrderToChange, showChange } from './show-change.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const order = await showChange(app, params.token)
  const { phone, email } = app.shop
  return data(
    { order, token: params.token, shop: { phone, email } },
    { status: order ? 200 : 404, headers: secretHeaders },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link', hydrates: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Change an order | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ChangeTrackedPage({ loaderData }: Route.ComponentProps) {
  const { order, token, shop } = loaderData
  if (!order) return <NoSuchLink shop={shop} />
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      <article className="card mx-auto grid max-w-2xl gap-6 p-5 md:p-8">
        <header className="grid gap-2">
          <p className="text-sm text-cocoa-soft">Order {order.number}</p>
          <h1 className="text-3xl">Change your order</h1>
        </header>
        <ShopMessage />
        <LivePart name="change">
          <UnpaidChange order={order} payUrl={order.payUrl} />
          <Changes order={order} shop={shop} />
        </LivePart>
        <footer className="border-t border-line pt-4">
          <ButtonLink to={`/track/${token}`} reloadDocument variant="secondary" size="small">
            Back to your order
          </ButtonLink>
        </footer>
      </article>
      <TrackingScript />
    </div>
  )
}

function Changes({ order, shop }: { order: OrderToChange; shop: ShopContact }) {
  const { parts, changesUntil, why, draft, cakes, choices } = order
  if (parts.length === 0) {
    return (
      <>
        <p>{why} Call us and we will help.</p>
        <CallOrWrite shop={shop} />
      </>
    )
  }
  return (
    <>
      {changesUntil ? (
        <p>
          You can change it until <Moment at={changesUntil} />, unless we start baking before. What
          costs more is paid before it changes.
        </p>
      ) : (
        <p>{why}</p>
      )}
      <CallForm call="/orders/changeOrder" submit="Save changes" onlyChanges>
        <ChangeFields
          parts={parts}
          draft={draft}
          errors={noErrors}
          choices={choices}
          cakes={cakes}
          time={<TimeField order={order} />}
          change={ignoreChange}
        />
      </CallForm>
    </>
  )
}

const noErrors = {}

// React does not run here: `track-order.ts` compares the fields with their default values.
const ignoreChange = () => {}

/** The time of an order, and those that it can be moved to. */
function TimeField({ order }: { order: OrderToChange }) {
  const { times } = order
  if (!times) return null
  const label = `${deliveryWords(order).what} time`
  switch (times.kind) {
    case 'any':
      return (
        <DeliveryTimeField
          name="time"
          leadHours={times.leadHours}
          now={new Date(times.now)}
          defaultValue={toKolkataInput(order.deliveryAt)}
        />
      )
    case 'none':
      return (
        <div>
          <p className="text-sm font-semibold">{label}</p>
          <p>{deliveryText(order)}</p>
          <p className="text-sm text-cocoa-soft">{times.why}</p>
        </div>
      )
    case 'slots':
      return (
        <SelectField name="time" label={label} hint="India time" defaultValue="">
          <option value="">{deliveryText(order)}</option>
          {times.days.map(({ day, slots }) => (
            <optgroup key={day} label={dayTitle(day)}>
              {slots.map(({ id, time, text }) => (
                <option key={id} value={time} data-slot={id}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      )
  }
}
