import { ShoppingBag } from 'lucide-react'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { EggText } from '#shop/cakes/egg-mark.tsx'
import { parseEgg } from '#shop/cart/cart-line.ts'
import { maxDetailLength, normaliseKilos } from '#shop/cart/custom-request.ts'
import { NameOnCakeField } from '#shop/icing/name-on-cake-field.tsx'
import { formatWeight, servesAbout } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { CustomizePreviewBelow } from './customize-preview.tsx'
import { type CustomCakeForm, customCakeFormId } from './use-custom-cake-form.ts'

/** Flavour, weight, name and details of a customised cake, and the way into the cart. */
export function CustomizeFields({ state }: { state: CustomCakeForm }) {
  const { form, list, words, change, text } = state
  const ready = useHydrated()
  const sending = form.busy && list.some((one) => one.state === 'sending')
  return (
    <form
      id={customCakeFormId}
      aria-label="Your cake"
      {...form.props}
      className="card grid gap-5 p-5 md:p-8"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text('flavour')}
          label="Flavour"
          placeholder="Chocolate, mango, rasmalai"
          autoComplete="off"
          list={usualFlavoursId}
          maxLength={100}
          required
        />
        <UsualFlavours />
        <Weight field={text('wt')} />
      </div>
      {/* Neither is chosen from the start: nobody shall get the wrong one for having overlooked it. */}
      <ChoiceChips
        {...form.field('egg')}
        legend="Egg or eggless"
        choices={eggChoices}
        value={words.egg ?? ''}
        onChange={(egg) => change({ egg: parseEgg(egg) })}
        required
      />
      <NameOnCakeField
        label="Name on Cake (if any)"
        value={words.bname}
        onChange={(bname) => change({ bname })}
        error={form.field('bname').error}
        placeForNote={{
          label: 'Move it to Additional Details',
          move(note) {
            change({ bname: '', detail: [words.detail, note].filter(Boolean).join('\n') })
          },
        }}
      />
      <CustomizePreviewBelow state={state} />
      <Details field={text('detail')} />
      <Button type="submit" size="large" wide busy={form.busy} disabled={!ready}>
        <ShoppingBag size={20} aria-hidden="true" />
        Add To Cart
      </Button>
      <p role="status" className="text-center text-sm text-cocoa-soft empty:hidden">
        {sending && 'Your pictures are uploading. Your cake is added as soon as they are done.'}
      </p>
      <NeedsScript>
        This form needs JavaScript. You can also call or email us: you find our number and address
        at the end of this page.
      </NeedsScript>
    </form>
  )
}

const usualFlavoursId = 'usual-flavours'
const usualFlavours = [
  ...['Vanilla', 'Chocolate', 'Chocolate truffle', 'Black forest', 'Red velvet', 'Butterscotch'],
  ...['Pineapple', 'Mango', 'Strawberry', 'Blueberry', 'Coffee', 'Rasmalai', 'Gulab jamun'],
]

/** Suggestions: any flavour is allowed. */
function UsualFlavours() {
  return (
    <datalist id={usualFlavoursId}>
      {usualFlavours.map((flavour) => (
        <option key={flavour} value={flavour} />
      ))}
    </datalist>
  )
}

const eggChoices = (['Egg', 'Eggless'] as const).map((egg) => ({
  value: egg,
  label: <EggText egg={egg} />,
}))

type TextOfForm = ReturnType<CustomCakeForm['text']>

function Weight({ field }: { field: TextOfForm }) {
  const wt = normaliseKilos(field.value)
  const serves =
    Number(wt) > 0 ? `${formatWeight(wt)} serves about ${servesAbout(wt)}` : '1 kg serves about 9'
  return (
    <TextField
      {...field}
      label="Weight (kg)"
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      hint={serves}
      required
    />
  )
}

function Details({ field }: { field: TextOfForm }) {
  return (
    <TextAreaField
      {...field}
      label="Additional Details"
      dir="auto"
      placeholder="Colours, occasion, must-haves, allergies"
      hint={
        <span className="flex justify-between gap-2">
          <span>Anything our baker should know</span>
          <span className="shrink-0 tabular-nums">
            {field.value.length} of {maxDetailLength}
          </span>
        </span>
      }
    />
  )
}
