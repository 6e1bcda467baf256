import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { linePrice } from '#shop/cakes/cake-price.ts'
import { isPricedFlat } from '#shop/cakes/category.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { nameError } from '#shop/cakes/icing/name-error.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { formatWeight, servesAbout } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { QuantityStepper } from '#ui/forms/quantity-stepper.tsx'
import { NeedsScript, useEarlyInput, useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { bagIcon } from '#ui/icons.ts'
import { toast } from '#ui/toast.tsx'
import { exceedsStockText, lineId } from './cart-line.ts'
import { addToCart, addTypedNote, stateWithAddedLine } from './cart-store.ts'

type PanelProps = ReturnType<typeof useChoice> & { cake: Cake }

export function AddToCartPanel({ cake, choice, total, choose, add }: PanelProps) {
  return (
    <form
      id={choiceFormId}
      aria-label="Choose your cake"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!add()) focusName(event.currentTarget)
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
          label: formatWeight(wt),
          note: isPricedFlat(cake.category) ? undefined : `serves about ${servesAbout(wt)}`,
        }))}
        value={choice.wt}
        onChange={(wt) => choose({ wt })}
      />
      <NameOnCakeField
        value={choice.bname}
        onChange={(bname) => choose({ bname })}
        placeForNote={{
          label: 'Move it to the note for the rider',
          move(note) {
            addTypedNote(note)
            choose({ bname: '' })
            toast.info('Moved to the note for the rider. You can change it at checkout.')
          },
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1.5 noscript:hidden">
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
        Your cart is saved in your browser and needs JavaScript. You can also order by phone.
      </NeedsScript>
    </form>
  )
}

function focusName(form: HTMLFormElement) {
  const field = form.elements.namedItem('bname')
  if (field instanceof HTMLInputElement) field.focus()
}

/** The same button and total in a bar that sticks to the bottom of a phone's screen. */
export function AddToCartBar({ total }: { total: Paise }) {
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 py-3 md:hidden noscript:hidden"
    >
      <Total total={total} />
      <AddButton className="flex-1" />
    </div>
  )
}

/** Before the page listens, the browser would send the form itself, and nothing would be added. */
function AddButton({ className }: { className: string }) {
  const ready = useHydrated()
  return (
    <Button type="submit" form={choiceFormId} disabled={!ready} className={className}>
      <Icon path={bagIcon} size={20} />
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

const choiceFormId = 'add-to-cart'

interface Choice {
  bname: string
  flavour: string
  /** kg */
  wt: string
  amount: number
}

/** A customer's choice, its price in paise, and `add` to the cart. Starts with the first options. */
export function useChoice(cake: Cake) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice>({
    bname: '',
    flavour: cake.flavours[0] ?? '',
    wt: cake.weight[0] ?? '',
    amount: 1,
  })
  useEarlyInput(choiceFormId, (found) => {
    const { flavour, wt, bname } = choice
    setChoice({
      ...choice,
      flavour: found.get('flavour') ?? flavour,
      wt: found.get('wt') ?? wt,
      bname: found.get('bname') ?? bname,
    })
  })
  return {
    choice,
    total: linePrice(cake, choice.wt, choice.amount),
    choose: (change: Partial<Choice>) => setChoice({ ...choice, ...change }),
    /** False when the name cannot be piped: nothing is added, and the field says why. */
    add() {
      if (nameError(choice.bname)) return false
      const line = lineOf(cake, choice)
      const { capped } = addToCart(line)
      if (capped) toast.info(exceedsStockText(cake.stock))
      void navigate('/cart', stateWithAddedLine(line.id))
      return true
    },
  }
}

function lineOf(cake: Cake, choice: Choice) {
  const line = { ...choice, bname: normaliseName(choice.bname), cakeid: cake.id }
  return {
    ...line,
    id: lineId(line),
    name: cake.name,
    category: cake.category,
    egg: cake.egg,
    customize: false,
    detail: '',
    isConfirmed: 'processing' as const,
    image: cake.image,
    price: cake.price,
    stock: cake.stock,
    max: cake.stock,
  }
}
