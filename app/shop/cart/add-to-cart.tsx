import { ShoppingBag } from 'lucide-react'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { isPricedFlat } from '#shop/cakes/cake-price.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { servesAbout } from '#shop/cakes/servings.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { NeedsScript } from '#ui/needs-script.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { type Choice, choiceFormId, type useChoice } from './use-choice.ts'

/** As much as a cake has room for in icing. */
const longestName = 60

type PanelProps = ReturnType<typeof useChoice> & { cake: Cake }

/** Flavour, weight, name and number, and the button that puts it into the cart. */
export function AddToCartPanel({ cake, choice, total, choose, add }: PanelProps) {
  return (
    <form
      id={choiceFormId}
      aria-label="Choose your cake"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <ChoiceChips
        legend="Flavour"
        name="flavour"
        choices={cake.flavours.map((flavour) => ({ value: flavour, label: flavour }))}
        value={choice.flavour}
        onChange={(flavour) => choose({ flavour })}
      />
      <ChoiceChips
        legend="Weight"
        name="wt"
        choices={cake.weight.map((wt) => ({
          value: wt,
          label: `${wt} kg`,
          note: isPricedFlat(cake.category) ? undefined : `serves about ${servesAbout(wt)}`,
        }))}
        value={choice.wt}
        onChange={(wt) => choose({ wt })}
      />
      <NameOnCake choice={choice} choose={choose} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-sm font-semibold">
            Quantity
          </span>
          <QuantityStepper
            label={`Quantity of ${cake.name}`}
            value={choice.amount}
            onChange={(amount) => choose({ amount })}
          />
        </div>
        <Total total={total} />
      </div>
      <AddButton className="max-md:hidden" />
      <NeedsScript>
        The cart is kept in your browser and needs JavaScript. You can also order by phone.
      </NeedsScript>
    </form>
  )
}

/** The same button and total, always in reach on a phone; stands at the end of the page it sticks to. */
export function AddToCartBar({ total }: { total: Paise }) {
  return (
    <div className="sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 py-3 md:hidden noscript:hidden">
      <Total total={total} />
      <AddButton className="flex-1" />
    </div>
  )
}

/** Before the page listens, the browser would send the form itself, and nothing would be added. */
function AddButton({ className }: { className: string }) {
  const ready = useHydrated()
  return (
    <Button
      type="submit"
      form={choiceFormId}
      disabled={!ready}
      className={`noscript:hidden ${className}`}
    >
      <ShoppingBag size={20} aria-hidden="true" />
      Add To Cart
    </Button>
  )
}

function Total({ total }: { total: Paise }) {
  return (
    <p className="grid">
      <span className="text-xs text-cocoa-soft">Total</span>
      <output className="font-display text-xl font-semibold tabular-nums">
        {formatInr(total)}
      </output>
    </p>
  )
}

interface NameOnCakeProps {
  choice: Choice
  choose: (change: Partial<Choice>) => void
}

function NameOnCake({ choice, choose }: NameOnCakeProps) {
  return (
    <TextField
      label="Name on cake"
      name="bname"
      placeholder="Happy Birthday Asha"
      autoComplete="off"
      maxLength={longestName}
      hint={
        <span className="flex justify-between gap-2">
          <span>Leave it empty for none</span>
          <span className="tabular-nums">
            {choice.bname.length} of {longestName}
          </span>
        </span>
      }
      value={choice.bname}
      onChange={(event) => choose({ bname: event.target.value })}
    />
  )
}
