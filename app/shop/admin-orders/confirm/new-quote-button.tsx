import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import type { DecisionProps } from './use-baker-actions.ts'

type NewQuoteButtonProps = DecisionProps & {
  /** The price offered last, in rupees, and whether it waits for its answer. */
  earlier: { price: number; isOpen: boolean } | null
}

/** Offers a customised cake at another price, until one is accepted. */
export function NewQuoteButton(props: NewQuoteButtonProps) {
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
