import { type ChangeEvent, useState } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-status.tsx'
import { type DeliveryTime, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { DesignPictures } from '#shop/orders/design-pictures.tsx'
import { ItemFacts } from '#shop/orders/item-row.tsx'
import { findAnswerDeadline } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { QuotedWork } from '#shop/quotes/quote-price.server.ts'
import { askText } from '#shop/storefront/inbox/conversation.ts'
import { Entries } from '#shop/storefront/inbox/conversation.tsx'
import type { Conversation } from '#shop/storefront/storefront.store.server.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useBusy } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { UserText } from '#ui/user-text.tsx'
import { whatsAppUrl } from '#ui/whats-app.ts'
import type { OrderQuote } from '../detail/load-order-detail.server.ts'

/** An action as it is typed; the call reads it. */
export type TypedAction =
  | { kind: 'confirm' }
  | { kind: 'quote'; price: string; work: QuotedWork }
  | { kind: 'reject'; problem: string }
  | { kind: 'ask'; words: string }

export interface ActionRequest {
  itemId: string
  order: Pick<Order, 'id' | 'deliveryAt'>
  action: TypedAction | { kind: 'undo' }
}

/** Shows the response, but for what is wrong with a text. Resolves to what went wrong, or null. */
export type RunAction = (request: ActionRequest) => Promise<Problem | null>

/** What a button or dialog about an item is handed. */
export interface ItemActionProps {
  item: Pick<
    OrderItem,
    'id' | 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'customize' | 'image'
  > & {
    /** What the customer was asked; left out if nothing was. */
    ask?: Conversation | undefined
  }
  order: Pick<Order, 'id' | 'number' | 'isPickup' | keyof DeliveryTime> &
    Pick<Order, 'customerName' | 'customerMobile' | 'customerEmail'>
  runAction: RunAction
}

export function QuoteOrReject(props: ItemActionProps) {
  const [dialog, setDialog] = useState<'accept' | 'reject' | null>(null)
  const mayQuote = useMay('quote')
  const close = () => setDialog(null)
  if (!mayQuote) return <span className="text-sm text-cocoa-soft">Waits for a manager’s quote</span>
  const itemName = (
    <span className="sr-only">{` ${props.item.name} of order ${props.order.number}`}</span>
  )
  return (
    <>
      <Button size="small" onClick={() => setDialog('accept')}>
        Accept{itemName}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setDialog('reject')}>
        Reject{itemName}
      </Button>
      <QuoteDialog
        {...props}
        title={`Accept ${props.item.name} of order ${props.order.number}?`}
        open={dialog === 'accept'}
        close={close}
      />
      <RejectDialog {...props} open={dialog === 'reject'} close={close} />
    </>
  )
}

function RejectDialog(props: ItemDialogProps) {
  const { item, order, open } = props
  const { text, errorOf, busy, change, cancel, send } = useActionDialog(props, (problem) => ({
    kind: 'reject',
    problem,
  }))
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={`Reject ${item.name} of order ${order.number}?`}
      confirmLabel="Reject"
      cancelLabel="Cancel"
      danger
      busy={busy}
    >
      <RequestSummary item={item} order={order} />
      <TextAreaField
        label="What is the problem?"
        hint="The customer sees this by email and in View Orders."
        rows={3}
        value={text}
        error={errorOf('reject')}
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}

/** Until a price is accepted. */
export function NewQuoteButton({
  lastQuote,
  ...props
}: ItemActionProps & { lastQuote: OrderQuote | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        Quote a new price
        <span className="sr-only">{` for ${props.item.name} of order ${props.order.number}`}</span>
      </Button>
      <QuoteDialog
        {...props}
        earlier={lastQuote}
        title={`Quote a new price for ${props.item.name} of order ${props.order.number}?`}
        open={isOpen}
        close={() => setIsOpen(false)}
      />
    </>
  )
}

type ItemDialogProps = ItemActionProps & { open: boolean; close: () => void }

function useActionDialog(
  { item, order, runAction, close, onClear }: ItemDialogProps & { onClear?: () => void },
  actionOf: (text: string) => TypedAction,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<{ of: TypedAction['kind']; text?: string | undefined }>()
  const { busy, whileBusy } = useBusy()

  function clear() {
    setText('')
    setError(undefined)
    onClear?.()
  }

  return {
    text,
    errorOf: (kind: TypedAction['kind']) => (error?.of === kind ? error.text : undefined),
    busy,
    change(next: string) {
      setText(next)
      setError(undefined)
    },
    cancel() {
      clear()
      close()
    },
    async send(action = actionOf(text)) {
      const problem = await whileBusy(() => runAction({ itemId: item.id, order, action }))
      setError({ of: action.kind, text: problem?.errors?.msg })
      if (problem?.errors?.msg) return
      // After a failure the text stays for another attempt.
      if (problem === null) clear()
      close()
    },
  }
}

/** All that a price needs to know. */
function RequestSummary({ item, order }: Pick<ItemActionProps, 'item' | 'order'>) {
  const { customerName, customerMobile: phone, customerEmail: email } = order
  const tiers = tiersHint(item)
  return (
    <div className="mb-4 grid gap-3 text-sm">
      <DesignPictures image={item.image} />
      <ItemFacts item={item} className="grid min-w-0 gap-0.5" />
      {tiers && <p className="rounded-field bg-blush px-3 py-2 font-semibold">{tiers}</p>}
      <p>
        <span>{`${deliveryWords(order).what}: `}</span>
        <DeliveryMoment order={order} />
      </p>
      <div>
        <UserText>{customerName}</UserText>
        <CallOrWrite
          shop={{ phone, email, whatsApp: whatsAppUrl('', withCountryCode(phone)) }}
          order={order}
        />
      </div>
      {item.ask && <p>{askText(item.ask)}</p>}
      {item.ask && <Entries entries={item.ask.entries} customer={customerName} />}
    </div>
  )
}

type QuoteDialogProps = ItemDialogProps & {
  title: string
  earlier?: OrderQuote | null
}

const unchangedWork: QuotedWork = { leadHours: null, workMinutes: null, note: '' }

function QuoteDialog({ title, earlier = null, ...props }: QuoteDialogProps) {
  const { item, order, open } = props
  const [work, setWork] = useState(unchangedWork)
  const { text, errorOf, busy, change, cancel, send } = useActionDialog(
    { ...props, onClear: () => setWork(unchangedWork) },
    (price) => ({ kind: 'quote', price, work }),
  )
  const pricePaise = parseRupees(text)
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={title}
      confirmLabel="Send the price"
      cancelLabel="Cancel"
      busy={busy}
    >
      <RequestSummary item={item} order={order} />
      {earlier && <EarlierPrice {...earlier} />}
      <TextField
        label={item.amount > 1 ? 'Price of one cake, in rupees' : 'Price in rupees'}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={errorOf('quote')}
        hint={
          pricePaise !== null && item.amount > 1
            ? `${item.amount} cakes: ${formatRs(pricePaise * item.amount)}`
            : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
      {order.slotStartsAt && <QuotedWorkFields work={work} onChange={setWork} />}
      <div className="mt-4 grid justify-items-start gap-2 *:w-full">
        <TextAreaField
          label="Note with the price, or a question before it (optional)"
          hint="The customer reads it by email and on the page behind its link."
          rows={2}
          value={work.note}
          error={errorOf('ask')}
          onChange={({ target }) => setWork({ ...work, note: target.value })}
        />
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={() => void send({ kind: 'ask', words: work.note })}
        >
          Ask back, without a price
        </Button>
      </div>
      <p className="mt-3 text-sm text-cocoa-soft">
        <span>{deadlineText(order.deliveryAt, new Date())}</span>
        <span>
          {order.slotStartsAt &&
            work.leadHours !== null &&
            ' Earlier, if it would not be ready in time.'}
        </span>
      </p>
    </ConfirmDialog>
  )
}

interface QuotedWorkFieldsProps {
  work: QuotedWork
  onChange: (work: QuotedWork) => void
}

/** For an order with a slot; both may be left empty. */
function QuotedWorkFields({ work, onChange }: QuotedWorkFieldsProps) {
  const fieldOf = (name: 'leadHours' | 'workMinutes') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: work[name] ?? '',
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...work, [name]: readDigits(value) }),
  })
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <TextField {...fieldOf('leadHours')} label="Hours until it can be ready (optional)" />
      <TextField {...fieldOf('workMinutes')} label="Kitchen minutes for one cake (optional)" />
    </div>
  )
}

/** Ignores other characters; null without digits. */
function readDigits(text: string): number | null {
  const digits = tidyEntry(text).replace(/\D/g, '').slice(0, 4)
  return digits === '' ? null : Number(digits)
}

function EarlierPrice({ pricePaise, status }: OrderQuote) {
  return (
    <p className="mb-4 rounded-field bg-blush px-3 py-2 text-sm">
      Last quote: <strong className="font-semibold">{formatRs(pricePaise)}</strong>.
      <span>{status === 'open' && ' It is not answered yet. The new quote replaces it.'}</span>
    </p>
  )
}

function deadlineText(deliveryAt: Date, now: Date): string {
  const until = findAnswerDeadline(deliveryAt, now)
  return until
    ? `The customer gets an email and can answer until ${formatDateTime(until)}.`
    : 'The delivery is too soon to wait for an answer. Please call the customer.'
}

/** How customers and the designer call so many tiers, and what they need in kg. */
const tiers = [
  [/\b(three|3)[ -]tier/i, 'Three', 4],
  [/\b(two|2)[ -]tier/i, 'Two', 2],
] as const

/** 'Three tiers need about 4 kg, and this is 2.5 kg.' Null if the weight is enough for the tiers that its text names. */
export function tiersHint({ detail, wt }: { detail: string; wt: string }): string | null {
  const kg = kilos(wt)
  const [, count, neededKg = 0] = tiers.find(([named]) => named.test(detail)) ?? []
  if (kg === null || kg >= neededKg) return null
  return `${count} tiers need about ${neededKg} kg, and this is ${formatWeight(wt)}.`
}
