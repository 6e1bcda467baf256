import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { UnpaidChange } from '#shop/changes/change-order-button.tsx'
import { changeableParts, changeError, isOpenToChange } from '#shop/changes/order-change.ts'
import { TimelineList } from '#shop/handling/fulfilment/timeline.tsx'
import type { HoldOrder } from '#shop/handling/photos/hold-order.server.ts'
import { OrderPhotos } from '#shop/handling/photos/order-photos.tsx'
import { fulfilmentPhrases } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { recipientMessage } from '#shop/orders/links/link-messages.ts'
import { cancelError, locksAt } from '#shop/orders/order-rules.ts'
import { ItemBadge } from '#shop/orders/status-badges.tsx'
import { sendPicture } from '#shop/pictures/send-picture.ts'
import { type Wish, wishes, wishNames } from '#shop/storefront/inbox/conversation.ts'
import { Entries, Write } from '#shop/storefront/inbox/conversation.tsx'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { type ShopContact, withCountryCode } from '#shop/values/shop-details.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { UserText } from '#ui/user-text.tsx'
import { followOrder } from '../live/live-events.ts'
import type { ProblemPhoto, ReportProblem as ReportCall } from '../report-problem.server.ts'
import { OrderActions } from '../view/order-actions.tsx'
import { OrderContents } from '../view/order-contents.tsx'
import { OrderState } from './order-parts.tsx'
import type { OrderOfSender } from './show-tracked.server.ts'

interface SenderOrderProps {
  order: OrderOfSender
  token: string
  shop: ShopContact
}

/** One order as in View Orders, by its customer's link, and where it is; read again when it changes. */
export function SenderOrder({ order, token, shop }: SenderOrderProps) {
  const { recipient, isCancelled, fulfilment, photos } = order
  const { revalidate } = useRevalidator()
  useEffect(() => followOrder(token, () => void revalidate()), [token, revalidate])
  const contents = useRef<HTMLHeadingElement>(null)
  return (
    <article className="card mx-auto grid max-w-5xl gap-8 p-5 md:grid-cols-[1fr_1.3fr] md:gap-12 md:p-8">
      <div className="grid content-start gap-6">
        <OrderState
          order={order}
          shop={shop}
          title={`Your order ${fulfilmentPhrases[isCancelled ? 'cancelled' : fulfilment]}`}
        >
          {order.isHeld && (
            <p className="rounded-field bg-blush px-4 py-3">
              You said that something is wrong. It does not leave before our baker has looked at it.
            </p>
          )}
        </OrderState>
        <TimelineList steps={order.timeline} />
      </div>
      <div className="grid content-start gap-6">
        <OrderPhotos orderId={order.order.id} token={token} photos={photos} />
        {order.mayReportPhoto && <StopOrder token={token} />}
        {recipient && !isCancelled && fulfilment !== 'closed' && (
          <RecipientLink recipient={recipient} />
        )}
        {order.conversations.map(({ id, number, entries }) => (
          <section key={id} aria-labelledby={id} className="grid gap-2">
            <h2 id={id} className="text-lg">{`Message ${number}`}</h2>
            <Entries entries={entries} customer="You" />
            <WriteToUs token={token} reply={{ id, was: entries.length - 1 }}>
              {`Write back to message ${number}`}
            </WriteToUs>
          </section>
        ))}
        <section className="grid gap-5">
          <h2 ref={contents} tabIndex={-1} className="text-lg">
            What you ordered
          </h2>
          <UnpaidChange order={order.order} payUrl={order.payUrl} />
          <OrderContents
            order={order.order}
            badge={(item) => <ItemBadge item={item} order={order} />}
          />
        </section>
        <Deadline order={order} />
        <OrderActions
          order={order.order}
          now={new Date(order.now)}
          choices={order.choices}
          token={token}
          onDone={() => contents.current?.focus()}
        >
          {order.isInAccount && (
            <ButtonLink to="/yourorder" reloadDocument variant="quiet" size="small">
              View Orders
            </ButtonLink>
          )}
          <WriteToUs token={token}>Write to us about this order</WriteToUs>
        </OrderActions>
        <footer className="border-t border-line pt-4 text-sm">
          <p>Please don’t share this link: whoever has it can change or cancel the order.</p>
          <CallOrWrite shop={shop} order={order} />
        </footer>
      </div>
    </article>
  )
}

/** Until when it can be changed or cancelled, and why no more of it can; nothing once that is over. */
function Deadline({ order: { order, now: at } }: Pick<SenderOrderProps, 'order'>) {
  const now = new Date(at)
  if (changeableParts(order, now).length === 0) return null
  if (!isOpenToChange(order, now)) return <p>{changeError(order, now)}</p>
  return (
    <p>
      <span>
        {cancelError(order, now) === null
          ? 'You can change it, or cancel it for a full refund, until '
          : 'You can change it until '}
      </span>
      <Moment at={locksAt(order)} />, unless we start baking before. What costs more is paid before
      it changes.
    </p>
  )
}

function StopOrder({ token }: { token: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { busy, run } = useReloadingAction()

  async function stop() {
    const problem = await run(() => call<HoldOrder>('POST /orders/hold', { body: { token } }))
    if (!problem) setIsOpen(false)
  }

  return (
    <div className="noscript:hidden">
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Something is wrong with it
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void stop()}
        title="Something is wrong with it"
        confirmLabel="Stop my order"
        danger
        busy={busy}
      >
        <p>We stop it before it leaves, and our baker looks at it at once.</p>
      </ConfirmDialog>
    </div>
  )
}

function RecipientLink({ recipient }: { recipient: NonNullable<OrderOfSender['recipient']> }) {
  return (
    <section aria-labelledby="link-title" className="grid gap-2">
      <h2 id="link-title" className="text-lg">
        A link for <UserText>{recipient.name}</UserText>
      </h2>
      <p className="text-sm">
        <span>It shows when the delivery comes</span>
        {recipient.isAsked && <span> and asks for the address</span>}
        <span>. It never shows prices, the message, the cake or your number.</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyLink
          url={recipient.url}
          message={recipientMessage}
          phone={withCountryCode(recipient.mobile)}
        >
          Copy the link
        </CopyLink>
        <a
          href={recipient.url}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-berry underline underline-offset-3"
        >
          See what they see
        </a>
      </div>
    </section>
  )
}

interface WriteToUsProps {
  token: string
  /** The conversation that it is written to; left out for something new. */
  reply?: { id: string; was: number }
  children: string
}

function WriteToUs({ token, reply, children }: WriteToUsProps) {
  const [wish, setWish] = useState<Wish>('answer')
  return (
    <Write
      title={children}
      hint="We answer here, and by email if you gave one."
      sendPhoto={(photo) =>
        sendPicture<ProblemPhoto>('/orders/reportPhoto', photo, { query: { token } })
      }
      send={(message) =>
        call<ReportCall>('POST /orders/report', {
          body: { token, message, ...(reply ? { reply } : { wish }) },
        })
      }
    >
      {!reply && (
        <SelectField
          label="What do you wish for?"
          value={wish}
          onChange={({ target }) => setWish(target.value as Wish)}
        >
          {wishNames.map((name) => (
            <option key={name} value={name}>
              {wishes[name]}
            </option>
          ))}
        </SelectField>
      )}
    </Write>
  )
}
