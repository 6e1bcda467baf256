import { fileUrl } from '#platform/http/api-client.ts'
import { UnpaidChange } from '#shop/changes/change-order-button.tsx'
import { TimelineList } from '#shop/handling/fulfilment/timeline.tsx'
import type { OrderPhoto } from '#shop/handling/photos/order-photos.server.ts'
import { PhotoFigure } from '#shop/handling/photos/order-photos.tsx'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import type { GeneratePdf } from '#shop/papers/read-papers.server.ts'
import { pictureTypes } from '#shop/pictures/picture-file.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { ButtonLink, buttonLook } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { fileTextIcon, pencilIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'
import { OrderContents } from '../view/order-contents.tsx'
import { CallForm, Foldable, LivePart, OrderState, ShopMessage } from './order-parts.tsx'
import type { OrderOfSender } from './show-tracked.server.ts'

const titles: Record<OrderOfSender['fulfilment'], string> = {
  placed: 'Your order is placed',
  baking: 'We are baking your order',
  ready: 'Your order is ready',
  out_for_delivery: 'Your order is on its way',
  delivered: 'Your order was delivered',
  failed: 'We couldn’t deliver your order',
  collected: 'Your order was collected',
  closed: 'Your order is closed',
}

interface SenderOrderProps {
  order: OrderOfSender
  token: string
  shop: ShopContact
}

/** The sender's view and actions. */
export function SenderOrder({ order, token, shop }: SenderOrderProps) {
  return (
    <article className="card mx-auto grid max-w-5xl gap-8 p-5 md:grid-cols-[1fr_1.3fr] md:gap-12 md:p-8">
      <div className="grid content-start gap-6">
        <OrderState
          order={order}
          shop={shop}
          title={order.isCancelled ? 'Your order is cancelled' : titles[order.fulfilment]}
        >
          {order.isHeld && (
            <p className="rounded-field bg-blush px-4 py-3">
              You said that something is wrong. It does not leave before our baker has looked at it.
            </p>
          )}
        </OrderState>
        <LivePart name="timeline">
          <TimelineList steps={order.timeline} />
        </LivePart>
      </div>
      <div className="grid content-start gap-6">
        <ShopMessage />
        <LivePart name="photo">
          <Photos order={order} token={token} />
        </LivePart>
        {order.recipient && !order.isCancelled && order.fulfilment !== 'closed' && (
          <RecipientLink recipient={order.recipient} />
        )}
        <LivePart name="facts">
          <h2 className="text-lg">What you ordered</h2>
          <UnpaidChange order={order.order} payUrl={order.payUrl} />
          <OrderContents order={order.order} />
        </LivePart>
        <LivePart name="actions">
          <Actions order={order} token={token} />
        </LivePart>
        <footer className="border-t border-line pt-4 text-sm">
          <p>Anyone with this link can do all of this, so please keep it to yourself.</p>
          <CallOrWrite shop={shop} />
        </footer>
      </div>
    </article>
  )
}

function Photos({ order, token }: Pick<SenderOrderProps, 'order' | 'token'>) {
  const { photo, doorPhoto } = order
  const addressOf = (kind: PhotoKind, taken: string) =>
    fileUrl<OrderPhoto>('/orders/photo', { query: { token, kind, taken } })
  return (
    <>
      {doorPhoto && (
        <PhotoFigure kind="door" {...doorPhoto} src={addressOf('door', doorPhoto.takenAt)} />
      )}
      {photo && (
        <PhotoFigure kind="leaving" {...photo} src={addressOf('leaving', photo.takenAt)}>
          {photo.mayReport && <ReportPhoto />}
        </PhotoFigure>
      )}
    </>
  )
}

function ReportPhoto() {
  return (
    <Foldable title="Something is wrong with it">
      <p>We stop it before it leaves, and our baker looks at it at once.</p>
      <CallForm call="/orders/hold" submit="Stop my order" variant="danger" />
    </Foldable>
  )
}

function RecipientLink({ recipient }: { recipient: NonNullable<OrderOfSender['recipient']> }) {
  return (
    <section aria-labelledby="link-title" className="grid gap-2">
      <h2 id="link-title" className="text-lg">
        A link for <UserText>{recipient.name}</UserText>
      </h2>
      <p className="text-sm">
        It shows when the delivery comes{recipient.isAsked && ' and asks for the address'}. It never
        shows prices, the message, the cake or your number.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          data-copy={recipient.url}
          className={buttonLook({ variant: 'secondary', size: 'small' })}
        >
          Copy the link
        </button>
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

function Actions({ order, token }: Pick<SenderOrderProps, 'order' | 'token'>) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {order.canChange && (
          <ButtonLink to={`/track/${token}/change`} reloadDocument variant="secondary" size="small">
            <Icon path={pencilIcon} size={18} />
            Change the order
          </ButtonLink>
        )}
        <ButtonLink
          to={fileUrl<GeneratePdf>('/orders/generatepdf', { query: { token } })}
          reloadDocument
          variant="secondary"
          size="small"
        >
          <Icon path={fileTextIcon} size={18} />
          Invoice
        </ButtonLink>
        {order.isInAccount && (
          <ButtonLink to="/yourorder" variant="secondary" size="small">
            View Orders
          </ButtonLink>
        )}
      </div>
      <Foldable title="Report a problem">
        <CallForm call="/orders/report" submit="Send">
          <TextAreaField
            id="message"
            name="message"
            label="What is wrong?"
            rows={4}
            hint="We reply to the email address of this order."
          />
          <TextField
            id="photo"
            name="photo"
            type="file"
            accept={pictureTypes}
            label="A photo of it (optional)"
            hint="Only we and people with this link can see it."
          />
        </CallForm>
      </Foldable>
      {order.cancelUntil && (
        <Foldable title="Cancel this order">
          <p>
            Until <Moment at={order.cancelUntil} />, unless we start baking before, you get a full
            refund.
          </p>
          <CallForm call="/orders/cancelOrders" submit="Cancel the order" variant="danger" />
        </Foldable>
      )}
    </div>
  )
}
