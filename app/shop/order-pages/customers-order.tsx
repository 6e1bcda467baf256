import { type ReactNode, useRef, useState } from 'react'
import { call, fileUrl } from '#platform/http/api-client.ts'
import { cartLink, lineAgain } from '#shop/cart/cart-link.ts'
import { CancelOrder, ChangeOrder, UnpaidChange } from '#shop/changes/change-or-cancel.tsx'
import {
  type ChoicesOfCakes,
  changeableParts,
  isOpenToChange,
} from '#shop/changes/changeable-parts.ts'
import type { HoldOrder } from '#shop/handling/photos/hold-order.server.ts'
import { OrderPhotos } from '#shop/handling/photos/order-photos.tsx'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { recipientMessage } from '#shop/orders/links/link-messages.ts'
import { cancelError, isAnyMade, locksAt } from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import type { GeneratePdf } from '#shop/papers/print/draw-papers.server.ts'
import { sendPicture } from '#shop/pictures/send-picture.ts'
import { type Wish, wishes, wishNames } from '#shop/storefront/inbox/conversation.ts'
import { Entries, Write } from '#shop/storefront/inbox/conversation.tsx'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref, type ShopContact, withCountryCode } from '#shop/values/shop-details.ts'
import { ButtonLink, textLink } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'
import { OrderContents, OrderDocuments } from './order-contents.tsx'
import type { ProblemPhoto, ReportProblem as ReportCall } from './report-problem.server.ts'
import type { CustomersOrder as Found } from './view-orders.server.ts'

// Only of an order that has arrived.
const OwnReviews = lazyPart(async () => (await import('./own-reviews.tsx')).OwnReviews)

interface CustomersOrderProps {
  found: Found
  page: { now: string; shop: ShopContact; choices: ChoicesOfCakes }
  /** Of the account, which then acts; left out on the page of the link. */
  email?: string
  /** Of the heading. */
  id: string
  title: string
  /** How far it is. */
  way?: ReactNode
  /** More to do. */
  children?: ReactNode
}

/** An order as its customer sees it, and all that they may do with it, signed in or by their link. */
export function CustomersOrder(props: CustomersOrderProps) {
  const { found, page, email, id, title, way, children } = props
  const { order, token, photos, recipient } = found
  const { shop, choices } = page
  const now = new Date(page.now)
  /** In place of a session. */
  const link = email === undefined ? (token ?? undefined) : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const onDone = () => heading.current?.focus()
  const { documents = [] } = order
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={heading} tabIndex={-1} id={id} className="text-xl">
            {title}
          </h2>
          <p className="text-sm text-cocoa-soft">
            Ordered on <Moment at={order.placedAt} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <div className="-ml-4 flex flex-wrap gap-2">
            <ButtonLink
              to={fileUrl<GeneratePdf>('/orders/generatepdf', {
                query: link ? { token: link } : { order: order.id },
              })}
              reloadDocument
              download="invoice.pdf"
              variant="quiet"
              size="small"
            >
              <Icon path={fileTextIcon} size={18} />
              <span>{documents.length === 0 ? 'Order summary' : 'Invoice'}</span>
              <span className="sr-only">{` of order ${order.number}`}</span>
            </ButtonLink>
            {children}
            {token && (
              <WriteToUs token={token}>
                {link ? 'Write to us about this order' : `Write to us about order ${order.number}`}
              </WriteToUs>
            )}
          </div>
          <OrderAgain order={order} />
          <div className="contents noscript:hidden">
            <ChangeOrder order={order} now={now} choices={choices} token={link} onDone={onDone} />
            {cancelError(order, now) === null && (
              <CancelOrder order={order} email={email} token={link} onDone={onDone} />
            )}
          </div>
          <NeedsScript>To change or cancel it needs JavaScript. You can also call us.</NeedsScript>
        </div>
      </header>
      <UnpaidChange order={order} payUrl={found.payUrl} token={link} onDone={onDone} />
      {way}
      <Deadline order={order} now={now} phone={shop.phone} />
      {found.isHeld && (
        <p className="rounded-field bg-blush px-4 py-3">
          You said that something is wrong. It does not leave before our baker has looked at it.
        </p>
      )}
      <OrderPhotos orderId={order.id} token={link} photos={photos} />
      {token && found.mayReportPhoto && <StopOrder token={token} />}
      {token &&
        found.conversations.map(({ id, number, entries }) => (
          <section key={id} aria-labelledby={id} className="grid gap-2">
            <h3 id={id} className="text-lg">{`Message ${number}`}</h3>
            <Entries entries={entries} customer="You" />
            <WriteToUs token={token} reply={{ id, was: entries.length - 1 }}>
              {`Write back to message ${number}`}
            </WriteToUs>
          </section>
        ))}
      {token && order.arrivedAt && (
        <OwnReviews order={order} token={token} reviews={found.reviews} />
      )}
      {recipient && <RecipientLink recipient={recipient} of={order.number} />}
      <OrderContents order={order} token={link} now={now} shop={shop} onDone={onDone} />
      {documents.length > 1 && !link && (
        <div className="border-t border-line pt-3">
          <OrderDocuments documents={documents} />
        </div>
      )}
    </>
  )
}

/** The same ready-made cakes, in the cart. Nothing while the order is on its way. */
function OrderAgain({ order }: { order: ShownOrder }) {
  const lines = order.items.filter(({ customize }) => !customize).map((item) => lineAgain(item))
  const isOver = hasEnded(order.fulfilment) || !isAnyMade(order)
  if (!isOver || lines.length === 0) return null
  return (
    <ButtonLink to={cartLink('', lines)} variant="secondary" size="small">
      Order again<span className="sr-only">{`: order ${order.number}`}</span>
    </ButtonLink>
  )
}

/** Until when it can be changed or cancelled; then why not, and whom to call; nothing once it is over. */
function Deadline({ order, now, phone }: { order: ShownOrder; now: Date; phone: string }) {
  const error = cancelError(order, now)
  if (isOpenToChange(order, now)) {
    return (
      <p className="text-sm">
        <span>
          {error === null
            ? 'You can change it, or cancel it for a full refund, until '
            : 'You can change it until '}
        </span>
        <Moment at={locksAt(order)} />, unless we start baking before. What costs more is paid
        before it changes.
      </p>
    )
  }
  if (!isAnyMade(order) || hasEnded(order.fulfilment)) return null
  const isAnyLeft = changeableParts(order, now).length > 0
  const left = isAnyLeft ? ' Only what the rider needs can still be changed.' : ''
  return (
    <p className="rounded-field bg-cream px-4 py-2 text-sm">
      <span>{`${error}${left} Need help? Call us on`}</span>{' '}
      <a href={phoneHref(phone)} className={`${textLink} whitespace-nowrap`}>
        {phone}
      </a>
    </p>
  )
}

function StopOrder({ token }: { token: string }) {
  return (
    <div className="noscript:hidden">
      <AskButton
        label="Something is wrong with it"
        title="Something is wrong with it"
        confirmLabel="Stop my order"
        danger
        send={() => call<HoldOrder>('POST /orders/hold', { body: { token } })}
      >
        <p>We stop it before it leaves, and our baker looks at it at once.</p>
      </AskButton>
    </div>
  )
}

interface RecipientLinkProps {
  recipient: NonNullable<Found['recipient']>
  /** The order's number. */
  of: number
}

function RecipientLink({ recipient, of }: RecipientLinkProps) {
  const id = `link-${of}`
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-lg">
        A link for <UserText>{recipient.name}</UserText>
      </h3>
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
        <a href={recipient.url} className={`${textLink} text-sm`}>
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
        <FieldOf
          label="What do you wish for?"
          value={wish}
          options={wishNames.map((name) => [name, wishes[name]])}
          onChange={({ target }) => setWish(target.value as Wish)}
        />
      )}
    </Write>
  )
}
