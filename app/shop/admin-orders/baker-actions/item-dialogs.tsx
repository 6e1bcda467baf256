import { type ChangeEvent, useState } from 'react'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { ItemFacts } from '#shop/orders/item-row.tsx'
import { findAnswerDeadline } from '#shop/orders/quotes/quote-status.ts'
import { type QuotedWork, unchangedWork } from '#shop/quotes/quoted-work.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { useBusy } from '#ui/use-busy.ts'
import { type BakerAction, readPrice, readQuote } from './baker-action.ts'
import type { ItemActionProps } from './use-baker-actions.ts'

export type ItemDialogProps = ItemActionProps & { open: boolean; close: () => void }

/** `readAction` turns the text into the action to run, or returns its error. */
export function useActionDialog(
  { item, order, runAction, close, onClear }: ItemDialogProps & { onClear?: () => void },
  readAction: (text: string) => BakerAction | string,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { busy, whileBusy } = useBusy()

  function clear() {
    setText('')
    setError(null)
    onClear?.()
  }

  return {
    text,
    error: error ?? undefined,
    busy,
    change(next: string) {
      setText(next)
      if (error) setError(errorOf(readAction(next)))
    },
    cancel() {
      clear()
      close()
    },
    async send() {
      const action = readAction(text)
      setError(errorOf(action))
      if (typeof action === 'string') return
      const done = await whileBusy(() => runAction({ itemId: item.id, order, action }))
      // After a failure the text stays for another attempt.
      if (done) clear()
      close()
    },
  }
}

const errorOf = (action: BakerAction | string) => (typeof action === 'string' ? action : null)

export function RequestSummary({ item }: Pick<ItemActionProps, 'item'>) {
  return (
    <div className="mb-4 flex gap-4">
      <ItemPicture image={item.image} bname={item.bname} />
      <ItemFacts item={item} className="grid min-w-0 content-start gap-0.5" />
    </div>
  )
}

/** Prices are for one cake. */
export interface EarlierQuote {
  pricePaise: Paise
  isOpen: boolean
}

type QuoteDialogProps = ItemDialogProps & {
  title: string
  label: string
  earlier?: EarlierQuote | null
}

export function QuoteDialog({ title, label, earlier = null, ...props }: QuoteDialogProps) {
  const { item, order, open } = props
  const [work, setWork] = useState(unchangedWork)
  const { text, error, busy, change, cancel, send } = useActionDialog(
    { ...props, onClear: () => setWork(unchangedWork) },
    (price) => readQuote(price, work),
  )
  const price = readPrice(text)
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={title}
      confirmLabel={label}
      cancelLabel="Cancel"
      busy={busy}
    >
      <RequestSummary item={item} />
      {earlier && <EarlierPrice {...earlier} />}
      <TextField
        label={item.amount > 1 ? 'Price of one cake, in rupees' : 'Price in rupees'}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        hint={
          typeof price === 'number' && item.amount > 1
            ? `${item.amount} cakes: ${formatRs(price * item.amount)}`
            : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
      {order.slotStartsAt && <QuotedWorkFields work={work} onChange={setWork} />}
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
  const fieldOf = (name: keyof QuotedWork) => ({
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

function EarlierPrice({ pricePaise, isOpen }: EarlierQuote) {
  return (
    <p className="mb-4 rounded-field bg-blush px-3 py-2 text-sm">
      Last quote: <strong className="font-semibold">{formatRs(pricePaise)}</strong>.
      <span>{isOpen && ' It is not answered yet. The new quote replaces it.'}</span>
    </p>
  )
}

function deadlineText(deliveryAt: Date, now: Date): string {
  const until = findAnswerDeadline(deliveryAt, now)
  return until
    ? `The customer gets an email and can answer until ${formatDateTime(until)}.`
    : 'The delivery is too soon to wait for an answer. Please call the customer.'
}
