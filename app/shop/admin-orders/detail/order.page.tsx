import { type ReactNode, useId, useRef } from 'react'
import { data, Link, useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { OrderMails } from '#shop/admin/mails/mail-status.tsx'
import { CancelOrder, ChangeOrder, UnpaidChange } from '#shop/changes/change-or-cancel.tsx'
import { choicesOf } from '#shop/changes/changeable-parts.ts'
import type { OrderPhoto } from '#shop/handling/photos/order-photos.server.ts'
import { PhotoFigure } from '#shop/handling/photos/order-photos.tsx'
import { mailsOfOrder } from '#shop/mails/mails.store.server.ts'
import { OrderDocuments } from '#shop/order-pages/order-contents.tsx'
import { useLiveOrders } from '#shop/order-pages/use-live-orders.ts'
import { FulfilmentBadge } from '#shop/orders/delivery/delivery-status.tsx'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { giftOf } from '#shop/orders/gift/gift.ts'
import { GiftFacts } from '#shop/orders/gift/gift-facts.tsx'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { OrderAmounts } from '#shop/orders/money/order-amounts.tsx'
import {
  awaitsAddress,
  isAnyAgreed,
  isAnyMade,
  isStillToLeave,
  shopCancelError,
  standingOf,
} from '#shop/orders/order-rules.ts'
import type { GeneratePdf } from '#shop/papers/print/draw-papers.server.ts'
import { NoteReference } from '#shop/paying/own-upi/own-upi.tsx'
import { DisputeNotice, RefundOrder } from '#shop/paying/refunds/money-back.tsx'
import { quotePath } from '#shop/quotes/find-quote.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { StaffConversation } from '#shop/storefront/inbox/conversation.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { arrowLeftIcon, Icon } from '#ui/icon.tsx'
import { fileTextIcon, printerIcon } from '#ui/more-icons.ts'
import { OrderMoves } from '../moves/order-moves.tsx'
import { orderNumberOf } from '../order-search.ts'
import type { Route } from './+types/order.page.ts'
import { CourierForm, DispatchNotices, TrackingLinks } from './dispatch-check.tsx'
import { loadDispatchCheck, loadOrderDetail, type OrderDetail } from './load-order-detail.server.ts'
import { NoteOrder, OrderFacts, OrderPayments } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'

const giftIcon =
  'M12 7v14M20 11v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8M7.5 7a1 1 0 0 1 0-5A4.8 8 0 0 1 12 7a4.8 8 0 0 1 4.5-5 1 1 0 0 1 0 5M4 7h16a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const caller = await requireStaff({ request, url }, app, 'see-orders')
  const number = orderNumberOf(params.number)
  const page = number === null ? null : await loadOrderDetail(app.db, number)
  if (!page) throw data(null, { status: 404 })
  if (page.order.items.some(({ customize }) => customize)) {
    const details = { order: page.order.number }
    await app.securityLog.record({ kind: 'design-read', userId: caller.id, details })
  }
  const dispatchCheck = await loadDispatchCheck(app, { order: page.order, role: caller.role })
  const choices = choicesOf([page.order], app.publishedCakes.current().byId)
  const mails = await mailsOfOrder(app.db, page.order)
  const payUrl = `${app.shop.publicUrl}${payPath(app, page.order.id)}`
  const openQuotes = page.quotes.filter(({ status }) => page.isTaken && status === 'open')
  const quoteUrls = Object.fromEntries(
    openQuotes.map(({ id }) => [id, `${app.shop.publicUrl}${quotePath(app, id)}`]),
  )
  const isStored = app.outbox !== null
  const now = app.clock.now().toISOString()
  return { ...page, dispatchCheck, choices, mails, isStored, payUrl, quoteUrls, now }
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  privateMeta(matches, `Order ${params.number}`)

export default function OrderPage({ loaderData: page }: Route.ComponentProps) {
  const { order, kitchenNote } = page
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  useReloadOnChange(order.number)
  const mayEdit = useMay('edit-orders')
  const isPlaced = page.state === 'placed'
  const isToLeave = isPlaced && isStillToLeave(order)
  const hasPhoto = Boolean(page.dispatchCheck.photos.leaving ?? page.dispatchCheck.photos.door)
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Link
            to="/admin/orders"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-berry print:hidden"
          >
            <Icon path={arrowLeftIcon} size={18} />
            All orders
          </Link>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 ref={title} tabIndex={-1} className="text-3xl">
              {`Order ${order.number}`}
            </h1>
            {isPlaced && <FulfilmentBadge fulfilment={standingOf(order)} />}
          </div>
        </div>
        {isPlaced && <Actions page={page} onDone={focusTitle} />}
      </header>
      {!isPlaced && (
        <p className="rounded-field border-2 border-chilli bg-paper p-4">
          This order was not placed: it is not paid. Its history says what happened.
        </p>
      )}
      <UnpaidChange order={order} {...(mayEdit && { onDone: focusTitle })}>
        <CopyLink
          url={page.payUrl}
          message={`To pay for your order ${order.number}`}
          phone={withCountryCode(order.customerMobile)}
        >
          Copy the link that pays
        </CopyLink>
      </UnpaidChange>
      {page.disputes.length > 0 && (
        <Part title={page.disputes.length === 1 ? 'Dispute' : 'Disputes'} hideInPrint>
          {page.disputes.map((dispute) => (
            <DisputeNotice key={dispute.id} dispute={dispute} now={new Date(page.now)} />
          ))}
        </Part>
      )}
      {(page.conversations.length > 0 || page.problemPhotoAt) && (
        <Part title="Messages" hideInPrint>
          {page.conversations.map((conversation) => (
            <StaffConversation key={conversation.id} {...conversation} />
          ))}
          {page.problemPhotoAt && (
            <PhotoFigure
              kind="problem"
              src={fileUrl<OrderPhoto>('/orders/photo', {
                query: { order: order.id, kind: 'problem', taken: page.problemPhotoAt },
              })}
              takenAt={page.problemPhotoAt}
            />
          )}
        </Part>
      )}
      <Part title="Customer and delivery" hideTitle>
        <OrderFacts {...page} />
        {awaitsAddress(order) && (
          <p className="rounded-field border-2 border-chilli bg-paper p-4">
            <strong className="font-semibold text-chilli">Address missing.</strong> The order cannot
            leave until it has an address. Write it by <em>Change</em>.
          </p>
        )}
        <GiftFacts
          gift={giftOf(order)}
          className="grid gap-x-6 gap-y-4 border-t border-line pt-4 text-sm sm:grid-cols-2"
        />
      </Part>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_21rem]">
        <div className="grid gap-5">
          <Part title="Items">
            <OrderItems
              order={order}
              state={page.state}
              isTaken={page.isTaken}
              quotes={page.quotes}
              conversations={page.conversations}
              quoteUrls={page.quoteUrls}
              now={new Date(page.now)}
              onDone={focusTitle}
            />
          </Part>
          {(isToLeave || hasPhoto) && (
            <Part title={isToLeave ? 'Before it leaves' : 'Photos'} hideInPrint>
              <DispatchNotices
                key={order.id}
                order={order}
                isHeld={page.isHeld}
                photos={page.dispatchCheck.photos}
              />
            </Part>
          )}
          {isPlaced && mayEdit && isToCarry(order) && (
            <Part title="A courier instead of a rider" hideInPrint>
              <CourierForm
                key={JSON.stringify(page.courier)}
                orderId={order.id}
                courier={page.courier}
                duePaise={order.duePaise}
              />
            </Part>
          )}
          {isPlaced && (
            <Part title="Kitchen" hideInPrint={kitchenNote === ''}>
              <p className="hidden whitespace-pre-line print:block">{kitchenNote}</p>
              <NoteOrder key={order.id} orderId={order.id} note={kitchenNote} />
            </Part>
          )}
        </div>
        <div className="grid items-start gap-5 print:grid-cols-2">
          <Part title="Amounts">
            <OrderAmounts order={order} />
          </Part>
          <Part title="Payments and refunds">
            <OrderPayments {...page} />
            {mayEdit &&
              page.byHand.map((payment) => (
                <NoteReference key={payment.id} orderId={order.id} payment={payment} />
              ))}
          </Part>
          {page.documents.length > 0 && (
            <Part title="Invoices and credit notes">
              <OrderDocuments documents={page.documents} />
            </Part>
          )}
          {page.mails.length > 0 && (
            <Part title="Emails" hideInPrint>
              <OrderMails mails={page.mails} isStored={page.isStored} />
            </Part>
          )}
          {isPlaced && (
            <Part title="Tracking links" hideInPrint>
              <TrackingLinks order={order} links={page.dispatchCheck.links} />
            </Part>
          )}
        </div>
      </div>
      <Part title="History" hideInPrint>
        <OrderHistory {...page} />
      </Part>
    </div>
  )
}

/** Somebody still has to bring it. */
const isToCarry = (order: OrderDetail['order']) =>
  !order.isPickup && !hasEnded(order.fulfilment) && isAnyMade(order)

/** Reloads the page after changes of its order, also those made elsewhere. */
function useReloadOnChange(number: number) {
  const { revalidate } = useRevalidator()
  const isConnected = useRef(false)
  useLiveOrders((change) => {
    // The first connection needs no reload, because the page was just loaded. A reconnection does: something may have
    // been missed.
    if (change ? change.number === number : isConnected.current) void revalidate()
    isConnected.current = true
  })
}

type ActionsProps = { page: Route.ComponentProps['loaderData']; onDone: () => void }

function Actions({ page, onDone }: ActionsProps) {
  const { order, refundable: left } = page
  const mayRefund = useMay('refund')
  const mayEdit = useMay('edit-orders')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {isAnyMade(order) && (
        <OrderMoves order={order} mayBake={isAnyAgreed(order)} onDone={onDone} />
      )}
      <Button variant="secondary" size="small" onClick={() => window.print()}>
        <Icon path={printerIcon} size={18} />
        Print
      </Button>
      <ButtonLink to={`/admin/orders/${order.number}/packing`} variant="secondary" size="small">
        <Icon path={giftIcon} size={18} />
        Packing slip
      </ButtonLink>
      <ButtonLink
        to={fileUrl<GeneratePdf>('/orders/generatepdf', {
          query: { order: order.id },
        })}
        reloadDocument
        variant="secondary"
        size="small"
      >
        <Icon path={fileTextIcon} size={18} />
        <span>{page.documents.length > 0 ? 'Invoice' : 'Order summary'}</span>
      </ButtonLink>
      {mayEdit && (
        <ChangeOrder
          order={order}
          now={new Date(page.now)}
          choices={page.choices}
          onDone={onDone}
          byShop
        />
      )}
      {mayRefund && left.card + left.taken > 0 && (
        <RefundOrder order={order} left={left} onDone={onDone} />
      )}
      {mayRefund && shopCancelError(order) === null && (
        <CancelOrder order={order} email={order.customerEmail} byShop onDone={onDone} />
      )}
    </div>
  )
}

interface PartProps {
  title: string
  /** The title is for screen readers only. */
  hideTitle?: boolean
  hideInPrint?: boolean
  children: ReactNode
}

function Part({ title, hideTitle, hideInPrint, children }: PartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`card grid gap-4 p-4 md:p-6 print:break-inside-avoid print:rounded-none print:border-t print:border-cocoa print:p-0 print:pt-4 ${hideInPrint ? 'print:hidden' : ''}`}
    >
      <h2 id={id} className={hideTitle ? 'sr-only' : 'text-lg'}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Oldest first. */
function OrderHistory({ history }: Pick<OrderDetail, 'history'>) {
  return (
    <ol className="grid gap-1.5 text-sm">
      {history.map(({ at, who, did, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and have no id
        <li key={index} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <Moment at={at} className="text-cocoa-soft" />
          <span className="min-w-0 whitespace-pre-line wrap-anywhere">
            <span className="font-semibold" translate="no">
              {who}
            </span>{' '}
            <span>{did}</span>
            {detail && (
              <span className="text-cocoa-soft max-sm:block" translate="no">{` ${detail}`}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
