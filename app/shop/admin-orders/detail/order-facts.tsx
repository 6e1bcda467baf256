import { type ReactNode, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-status.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { ownUpi, type PaymentMethod, type PaymentStatus } from '#shop/orders/money/ledger.ts'
import { maxNoteLength } from '#shop/orders/order-rules.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon, mailIcon, phoneIcon } from '#ui/icon.tsx'
import { Fact } from '#ui/lists/list-parts.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import type { KitchenNote, OrderDetail } from './load-order-detail.server.ts'

const link =
  'flex w-fit max-w-full min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3 wrap-anywhere pointer-fine:min-h-7 print:min-h-0 print:no-underline'

export function OrderFacts({ order }: Pick<OrderDetail, 'order'>) {
  const { customerName, customerMobile, customerEmail, address, placedAt, business } = order
  const words = deliveryWords(order)
  return (
    <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 print:grid-cols-3 lg:grid-cols-[1.5fr_1fr_1.5fr_1fr]">
      <Fact name="Customer">
        <span className="block font-semibold">
          <UserText>{customerName}</UserText>
        </span>
        <a href={phoneHref(customerMobile)} className={link}>
          <Icon path={phoneIcon} size={16} className="shrink-0 print:hidden" />
          <span>{customerMobile}</span>
        </a>
        {customerEmail && (
          <a href={`mailto:${customerEmail}`} className={link}>
            <Icon path={mailIcon} size={16} className="shrink-0 print:hidden" />
            <EmailText email={customerEmail} />
          </a>
        )}
        {business && (
          <span className="block">
            GST invoice for <UserText>{business.name}</UserText>
            <span>{`, ${business.gstin}`}</span>
          </span>
        )}
      </Fact>
      <Fact name={`${words.what} time`}>
        <span className="font-semibold">
          <DeliveryMoment order={order} />
        </span>
      </Fact>
      <Fact name={words.address}>
        <UserText>{addressToBring(address)}</UserText>
      </Fact>
      <Fact name="Placed at">
        <Moment at={placedAt} />
      </Fact>
    </dl>
  )
}

const paymentTexts: Record<PaymentStatus, string> = {
  started: 'Pending',
  requested: 'In progress',
  succeeded: 'Paid',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

const refundTexts: Record<PaymentStatus | 'delayed', string> = {
  ...paymentTexts,
  delayed: 'Waiting: is your balance at the payment provider too low?',
  succeeded: 'Refunded',
  failed: 'Failed. Refund it in another way',
}

const ways: Record<PaymentMethod, string> = { provider: '', cash: ' in cash', upi: ' by UPI' }

export function OrderPayments({
  online,
  taken,
  refunds,
  disputes,
}: Pick<OrderDetail, 'online' | 'taken' | 'refunds' | 'disputes'>) {
  if (online.length + taken.length === 0) {
    return <p className="text-sm text-cocoa-soft">Nothing was paid yet.</p>
  }
  return (
    <ul className="grid gap-3 text-sm">
      {online.map(({ id, provider, paise, status, updatedAt }) => (
        <Line key={id} paise={paise} status={paymentTexts[status]} at={updatedAt}>
          {provider === ownUpi ? 'UPI to the shop' : 'Online payment'}
        </Line>
      ))}
      {taken.map(({ id, method, paise, createdAt }) => (
        <Line key={id} paise={paise} status={paise < 0 ? 'Given back' : 'Paid'} at={createdAt}>
          {`Payment${ways[method]}`}
        </Line>
      ))}
      {refunds.map(({ id, paise, method, status, reason, createdAt }) => (
        <Line key={id} paise={paise} status={refundTexts[status]} at={createdAt}>
          {`Refund${ways[method]}: ${reason}`}
        </Line>
      ))}
      {disputes
        .filter(({ lostPaise }) => lostPaise > 0)
        .map(({ id, lostPaise, reportedAt }) => (
          <Line key={id} paise={-lostPaise} status="Paid back by the bank" at={reportedAt}>
            Lost dispute
          </Line>
        ))}
    </ul>
  )
}

interface LineProps {
  /** Negative for refunds. */
  paise: Paise
  status: string
  at: Date
  children: ReactNode
}

function Line({ paise, status, at, children }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {`${paise < 0 ? '− ' : ''}${formatRs(Math.abs(paise))}`}
      </span>
      <span className="col-span-2 text-xs text-cocoa-soft">
        <span>{`${status} ·`}</span> <Moment at={at} />
      </span>
    </li>
  )
}

export function NoteOrder({ orderId, note }: { orderId: string; note: string }) {
  const [text, setText] = useState(note)
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const changed = tidyLines(text) !== note

  async function save() {
    const problem = await run(() =>
      call<KitchenNote>('POST /orders/note', {
        body: { orderId, note: text, was: note },
      }),
    )
    setError(problem?.detail)
    if (!problem) setText(tidyLines(text))
  }

  return (
    <form
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && changed) void save()
      }}
    >
      <TextAreaField
        label="Note for the kitchen"
        rows={3}
        value={text}
        error={error}
        hint="Printed on kitchen tickets."
        maxLetters={maxNoteLength}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          busy={busy}
          aria-disabled={!changed || busy || undefined}
        >
          Save note
        </Button>
        <NeedsScript>Saving a note needs JavaScript.</NeedsScript>
      </div>
    </form>
  )
}
