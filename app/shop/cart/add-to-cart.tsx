import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { isPricedFlat, linePrice, unitPrice } from '#shop/cakes/cake-price.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { Choice as OfferedChoice } from '#shop/cakes/choices.ts'
import { type ChosenText, eggOf } from '#shop/cakes/chosen.ts'
import { nameError } from '#shop/cakes/icing/name-error.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight, servesAbout } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { QuantityStepper } from '#ui/forms/quantity-stepper.tsx'
import { NeedsScript, useEarlyInput } from '#ui/hydration.tsx'
import { bagIcon, Icon } from '#ui/icon.tsx'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { exceedsStockText, lineId } from './cart-line.ts'
import { addToCart, addTypedNote, stateWithAddedLine } from './cart-store.ts'

type Chosen = ReturnType<typeof useChoice>
type PanelProps = Chosen & { cake: Cake; choices: readonly OfferedChoice[] }

export function AddToCartPanel({ cake, choices, ...chosen }: PanelProps) {
  const { choice, choose, add } = chosen
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
          note: isPricedFlat(cake.category)
            ? undefined
            : `${formatInr(unitPrice({ ...cake, chosen: choice.chosen }, wt))}, serves about ${servesAbout(wt)}`,
        }))}
        value={choice.wt}
        onChange={(wt) => choose({ wt })}
      />
      {choices.map(({ name, options }, index) => (
        <ChoiceChips
          key={name}
          legend={name}
          name={`chosen${index}`}
          choices={options.map((option) => ({
            value: option.chosen,
            label: option.name,
            note: option.price > 0 ? `+ ${formatInr(toPaise(option.price))}` : undefined,
          }))}
          value={choice.chosen[index] ?? ''}
          onChange={(option) => choose({ chosen: choice.chosen.with(index, option) })}
        />
      ))}
      <NameOnCakeField {...choice} onChange={choose} onRiderNote={addTypedNote} />
      {/* In sight as long as the choices are. */}
      <div className="bottom-0 z-10 -mx-2 flex flex-wrap items-end gap-x-5 gap-y-3 bg-paper px-2 py-3 md:sticky">
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
        <div className="flex flex-1 flex-wrap items-center justify-end gap-x-5 gap-y-2 max-md:hidden">
          <Total {...chosen} />
          <AddButton {...chosen} className="min-w-44 flex-1" />
        </div>
      </div>
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
export function AddToCartBar(chosen: Pick<Chosen, 'total' | 'what' | 'busy' | 'whyNever'>) {
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 py-3 md:hidden noscript:hidden"
    >
      <Total {...chosen} />
      <AddButton {...chosen} className="flex-1" />
    </div>
  )
}

/** Before the page listens, the browser would send the form itself, and nothing would be added. */
function AddButton({
  busy,
  whyNever,
  className,
}: Pick<Chosen, 'busy' | 'whyNever'> & { className: string }) {
  return (
    <Button
      type="submit"
      form={choiceFormId}
      busy={busy}
      disabled={whyNever !== undefined}
      className={className}
    >
      {!busy && <Icon path={bagIcon} size={20} />}
      <span>{whyNever ?? 'Add To Cart'}</span>
    </Button>
  )
}

function Total({ total, what }: Pick<Chosen, 'total' | 'what'>) {
  return (
    <p className="grid">
      <span className="text-xs text-cocoa-soft">{`Total, ${what}`}</span>
      <output className="font-display text-xl font-semibold tabular-nums">
        {formatInr(total)}
      </output>
    </p>
  )
}

const choiceFormId = 'add-to-cart'

interface Choice {
  bname: string
  /** The note for the baker. */
  detail: string
  flavour: string
  /** kg */
  wt: string
  /** The option of each of the cake's choices. */
  chosen: ChosenText[]
  amount: number
}

/** `usual`: the first options. A customer's choice, its price in paise, and `add`, which puts it into the cart once and goes there. Starts with the first options. */
export function useChoice(cake: Cake, usual: ChosenText[]) {
  const navigate = useNavigate()
  const { busy, whileBusy } = useBusy()
  const [choice, setChoice] = useState<Choice>({
    bname: '',
    detail: '',
    flavour: cake.flavours[0] ?? '',
    wt: cake.weight[0] ?? '',
    chosen: usual,
    amount: 1,
  })
  useEarlyInput(choiceFormId, (found) => {
    const { flavour, wt, chosen, bname } = choice
    setChoice({
      ...choice,
      flavour: found.get('flavour') ?? flavour,
      wt: found.get('wt') ?? wt,
      chosen: chosen.map((option, index) => found.get(`chosen${index}`) ?? option),
      bname: found.get('bname') ?? bname,
    })
  })
  return {
    choice,
    /** Why it cannot be had on any day; left out if it can. */
    whyNever: cake.availability?.nextDay === null ? cake.availability.text : undefined,
    /** '0.5 kg', '2 × 0.5 kg' */
    what: `${choice.amount > 1 ? `${choice.amount} × ` : ''}${formatWeight(choice.wt)}`,
    total: linePrice({ ...cake, chosen: choice.chosen }, choice.wt, choice.amount),
    busy,
    choose: (change: Partial<Choice>) => setChoice({ ...choice, ...change }),
    /** False when the name cannot be piped: nothing is added, and the field says why. */
    add() {
      if (nameError(choice.bname)) return false
      void whileBusy(async () => {
        const line = lineOf(cake, choice)
        const { capped } = addToCart(line)
        if (capped) toast.info(exceedsStockText(cake.stock))
        await navigate('/cart', stateWithAddedLine(line.id))
      })
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
    egg: eggOf(cake, choice.chosen),
    customize: false,
    isConfirmed: 'processing' as const,
    image: cake.image,
    price: cake.price,
    stock: cake.stock,
    max: cake.stock,
    soldOut: cake.availability?.text,
  }
}
