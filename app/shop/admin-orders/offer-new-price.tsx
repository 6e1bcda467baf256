import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PriceDialog } from './price-dialog.tsx'
import type { DecisionProps } from './use-decisions.ts'

type OfferNewPriceProps = DecisionProps & {
  /** The price offered last, in rupees, and whether it waits for its answer. */
  earlier: { price: number; isOpen: boolean } | null
}

/** Offers a customised cake at another price, until one is accepted. */
export function OfferNewPrice(props: OfferNewPriceProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsked(true)}>
        Offer a new price
        <span className="sr-only">{` for ${props.item.name} of order ${props.order.number}`}</span>
      </Button>
      <PriceDialog
        {...props}
        title={`Offer a new price for ${props.item.name} of order ${props.order.number}?`}
        label="Offer"
        open={asked}
        close={() => setAsked(false)}
      />
    </>
  )
}
