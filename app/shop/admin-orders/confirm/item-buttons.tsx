import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { nextStatus } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { OfferedPrice } from '../detail/order-detail.ts'
import { longestProblem, validateProblem } from './baker-action.ts'
import { type ItemDialogProps, QuoteDialog, useItemDialog, Wish } from './item-dialogs.tsx'
import { type Decide, type DecisionProps, useBakerActions } from './use-baker-actions.ts'

/** Says that an item is made. */
export function ConfirmItem({ item, order, decide }: DecisionProps) {
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    await decide({ itemId: item.id, order, data: '' })
    setBusy(false)
  }

  return (
    <Button
      size="small"
      busy={busy}
      onClick={({ detail }) => {
        // The second half of a double press falls on the next item, which has moved up.
        if (detail < 2) void confirm()
      }}
    >
      {item.customize ? 'Prepared' : 'Confirm'}
      <span className="sr-only">{`${item.customize ? ':' : ''} ${item.name} of order ${order.number}`}</span>
    </Button>
  )
}

type Judgement = 'accept' | 'reject'

/** Accepts a customised cake at a price, or rejects it for a problem; each is asked for in a dialog. */
export function QuoteOrReject(props: DecisionProps) {
  const [asked, setAsked] = useState<Judgement | null>(null)
  const close = () => setAsked(null)
  const named = (
    <span className="sr-only">{` ${props.item.name} of order ${props.order.number}`}</span>
  )
  return (
    <>
      <Button size="small" onClick={() => setAsked('accept')}>
        Accept{named}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setAsked('reject')}>
        Reject{named}
      </Button>
      <QuoteDialog
        {...props}
        title={`Accept ${props.item.name} of order ${props.order.number}?`}
        label="Accept"
        open={asked === 'accept'}
        close={close}
      />
      <RejectDialog {...props} open={asked === 'reject'} close={close} />
    </>
  )
}

function RejectDialog(props: ItemDialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useItemDialog(props, 2, validateProblem)
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
      <Wish item={item} />
      <TextAreaField
        label="What is the problem?"
        hint="The customer reads this in a mail and in View Orders."
        rows={3}
        maxLength={longestProblem}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}

type NewQuoteButtonProps = DecisionProps & {
  /** The price offered last, in rupees, and whether it waits for its answer. */
  earlier: { price: number; isOpen: boolean } | null
}

/** Offers a customised cake at another price, until one is accepted. */
function NewQuoteButton(props: NewQuoteButtonProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsked(true)}>
        Offer a new price
        <span className="sr-only">{` for ${props.item.name} of order ${props.order.number}`}</span>
      </Button>
      <QuoteDialog
        {...props}
        title={`Offer a new price for ${props.item.name} of order ${props.order.number}?`}
        label="Offer"
        open={asked}
        close={() => setAsked(false)}
      />
    </>
  )
}

type ItemActionsProps = Omit<DecisionProps, 'decide'> & {
  item: OrderItem
  /** The newest price offered for it; null when there is none. */
  lastQuote: OfferedPrice | null
  /** The page was read anew, and the button with the focus on it is gone. */
  onDone: () => void
}

/** What the baker may decide on an item where it stands now; nothing when there is nothing to decide. */
export function ItemActions({ item, order, lastQuote, onDone }: ItemActionsProps) {
  const { revalidate } = useRevalidator()
  const { decide } = useBakerActions(() => void revalidate())
  const decideHere: Decide = async (decision) => {
    const done = await decide(decision)
    if (done) {
      await revalidate()
      onDone()
    }
    return done
  }
  const may = (action: 'confirm' | 'prepare' | 'reject' | 'quote') =>
    nextStatus(item.isConfirmed, action, item) !== null

  const props = { item, order, decide: decideHere }
  const earlier = lastQuote && { price: lastQuote.price, isOpen: lastQuote.status === 'open' }
  if (may('confirm') || may('prepare'))
    return (
      <div>
        <ConfirmItem {...props} />
      </div>
    )
  if (may('reject')) {
    return (
      <div className="flex flex-wrap gap-2">
        <QuoteOrReject {...props} />
      </div>
    )
  }
  return may('quote') ? (
    <div>
      <NewQuoteButton {...props} earlier={earlier} />
    </div>
  ) : null
}
