import { answerBy } from '#shop/quotes/answer-by.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { validatePrice } from './baker-action.ts'
import { type ItemDialogProps, useItemDialog, Wish } from './item-dialogs.tsx'

type QuoteDialogProps = ItemDialogProps & {
  title: string
  /** On the button that sends it. */
  label: string
  /** The price offered last, in rupees, and what becomes of it. */
  earlier?: { price: number; isOpen: boolean } | null
}

/** Asks for the price at which a customised cake is offered. */
export function QuoteDialog({ title, label, earlier = null, ...props }: QuoteDialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useItemDialog(props, 1, validatePrice)
  const isPrice = validatePrice(text) === null
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
      <Wish item={item} />
      {earlier && <EarlierPrice {...earlier} />}
      <TextField
        label={item.amount > 1 ? 'Price of one cake, in rupees' : 'Price in rupees'}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        hint={
          isPrice && item.amount > 1
            ? `${item.amount} cakes: ${formatRs(toPaise(Number(text)) * item.amount)}`
            : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
      <p className="mt-3 text-sm text-cocoa-soft">{untilWhen(new Date(order.time), new Date())}</p>
    </ConfirmDialog>
  )
}

function EarlierPrice({ price, isOpen }: { price: number; isOpen: boolean }) {
  return (
    <p className="mb-4 rounded-field bg-blush px-3 py-2 text-sm">
      Offered before: <strong className="font-semibold">{formatRs(toPaise(price))}</strong>.
      {isOpen && ' It waits for an answer and is replaced by the new price.'}
    </p>
  )
}

function untilWhen(deliveryAt: Date, now: Date): string {
  const until = answerBy(deliveryAt, now)
  return until
    ? `The customer gets a mail and may answer until ${formatDateTime(until)}.`
    : 'The delivery is too near to wait for an answer. Please call the customer.'
}
