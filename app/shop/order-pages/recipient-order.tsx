import type { ReactNode } from 'react'
import { fulfilmentPhrases } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import type { ShopContact } from '#shop/values/shop-details.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Fact } from '#ui/lists/list-parts.tsx'
import { UserText } from '#ui/user-text.tsx'
import { OrderState } from './order-parts.tsx'
import recipientScript from './recipient-script.ts?worker&url'
import { TimelineList } from './timeline.tsx'
import type { OrderOfRecipient } from './view-orders.server.ts'

/** Without a word that tells what it is. */
const phrases = { ...fulfilmentPhrases, placed: 'is coming', baking: 'is being made' }

/**
 * Shows the order to its recipient, who may correct the address. It is rendered on the server alone: they open it on a
 * phone, often once, so it has only a small script of its own.
 */
export function RecipientOrder({ order, shop }: { order: OrderOfRecipient; shop: ShopContact }) {
  const { isCancelled, fulfilment, riderNote, mobile } = order
  const phrase = phrases[isCancelled ? 'cancelled' : fulfilment]
  const isOff = isCancelled || fulfilment === 'closed'
  const title = `${isOff ? 'This delivery' : 'Something sweet'} ${phrase}`
  return (
    <article className="card mx-auto grid max-w-4xl gap-8 p-5 md:grid-cols-[1.4fr_1fr] md:gap-12 md:p-8">
      <div className="grid content-start gap-6">
        <p className="text-lg">
          Hello <UserText>{order.name}</UserText>,
          {order.from && (
            <>
              {' '}
              <UserText>{order.from}</UserText> has ordered something for you.
            </>
          )}
        </p>
        <OrderState order={order} shop={shop} title={title} />
        <p
          id="shop-message"
          role="status"
          tabIndex={-1}
          className="rounded-field bg-blush px-4 py-3 font-medium empty:hidden"
        />
        <LivePart name="where">
          {order.changesUntil ? (
            <WhereTo order={order} until={order.changesUntil} />
          ) : (
            <dl className="grid gap-4">
              <Fact name="Address">
                <UserText>{addressOf(order)}</UserText>
              </Fact>
              {mobile && <Fact name="Your mobile number">{mobile}</Fact>}
            </dl>
          )}
          {riderNote && (
            <dl>
              <Fact name="Note for our rider">
                <UserText>{riderNote}</UserText>
              </Fact>
            </dl>
          )}
        </LivePart>
      </div>
      <div className="grid content-start gap-6">
        <LivePart name="timeline">
          <TimelineList steps={order.timeline} />
        </LivePart>
        <footer className="border-t border-line pt-4 text-sm">
          <p>Questions? Call us and give the order number.</p>
          <CallOrWrite shop={shop} order={order} />
        </footer>
      </div>
      <script type="module" src={recipientScript} />
    </article>
  )
}

/** The page's script keeps this part up to date, unless somebody is typing in it. */
function LivePart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-part={name} className="grid gap-5 empty:hidden">
      {children}
    </div>
  )
}

const addressOf = ({ street, pincodeAndCity }: OrderOfRecipient) =>
  [street, pincodeAndCity].filter(Boolean).join(', ')

function WhereTo({ order, until }: { order: OrderOfRecipient; until: string }) {
  const { street, pincodeAndCity, mobile } = order
  return (
    <section aria-labelledby="where-title" className="grid gap-4">
      <h2 id="where-title" className="text-xl">
        {street ? 'Is this your address?' : 'What is your address?'}
      </h2>
      <p className="text-sm">
        {street
          ? 'You can change it, until our kitchen begins: '
          : 'Your delivery can’t leave without it. Please tell us by '}
        <Moment at={until} />.
      </p>
      <p className="hidden noscript:block">
        <UserText>{addressOf(order)}</UserText>
      </p>
      <form id="where-to" noValidate className="grid gap-4 noscript:hidden">
        <TextAreaField
          id="address"
          name="address"
          label="Address"
          rows={3}
          autoComplete="street-address"
          defaultValue={street}
          data-pincode={pincodeAndCity.slice(0, 6)}
          hint={`In ${pincodeAndCity}. For another pincode, please call us.`}
        />
        <TextField
          id="mobile"
          name="mobile"
          label="Your mobile number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={mobile}
          hint="Our rider calls it if they cannot find you."
        />
        <Button type="submit" early className="justify-self-start">
          Save
        </Button>
      </form>
      <NeedsScript>This needs JavaScript. You can also call us.</NeedsScript>
    </section>
  )
}
