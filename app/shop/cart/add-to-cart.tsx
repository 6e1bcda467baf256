import { ShoppingBag } from 'lucide-react'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { isPricedFlat } from '#shop/cakes/category.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { Icing } from '#shop/icing/icing.tsx'
import { keepNote } from '#shop/icing/kept-note.ts'
import { NameOnCakeField } from '#shop/icing/name-on-cake-field.tsx'
import { CakePicture } from '#shop/pictures/cake-picture.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { formatWeight, servesAbout } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { QuantityStepper } from '#ui/forms/quantity-stepper.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { choiceFormId, type useChoice } from './use-choice.ts'

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
            keepNote(note)
            choose({ bname: '' })
            toast.info('Moved to the note for the rider. You can change it at checkout.')
          },
        }}
      />
      <SmallPreview cake={cake} bname={choice.bname} />
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

/** The cake with its name beside the field, on a phone, where the large picture is out of sight. */
function SmallPreview({ cake, bname }: { cake: Cake; bname: string }) {
  const [picture] = cake.pictures
  if (!picture || bname.trim() === '') return null
  return (
    <div className="relative mx-auto size-52 overflow-hidden rounded-card md:hidden">
      <CakePicture picture={picture} sizes="13rem" decorative className="size-full" />
      <Icing name={bname} />
    </div>
  )
}

function focusName(form: HTMLFormElement) {
  const field = form.elements.namedItem('bname')
  if (field instanceof HTMLInputElement) field.focus()
}

/** The same button and total, always in reach on a phone; stands at the end of the page it sticks to. */
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
