import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { shortWeekdays, weekdayNumbers } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { ChipsField } from '#ui/forms/chips-field.tsx'
import { CheckboxField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { categoryLabel, isExtra } from '../../cake-price.ts'
import { usualWork } from '../../cake-work.ts'
import { type Allergen, allergens } from '../../food/food-facts.ts'
import {
  type CakeInput,
  type CategoryChoices,
  type CheckedCake,
  cakeInputSchema,
} from '../cake-input.schema.ts'

export type Form = UseFormReturn<CakeInput, unknown, CheckedCake>
export type Name = keyof CakeInput

interface TicksProps<One extends string> {
  legend: string
  all: readonly One[]
  ticked: readonly One[] | null | undefined
  onChange: (ticked: One[]) => void
  labelOf?: (one: One) => ReactNode
  className?: string
}

/** Some of all, in their order. */
function Ticks<One extends string>(props: TicksProps<One>) {
  const { legend, all, ticked, onChange, labelOf = (one) => one, className } = props
  const isTicked = (one: One) => ticked?.includes(one) ?? false
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className={className}>
        {all.map((one) => (
          <CheckboxField
            key={one}
            label={labelOf(one)}
            checked={isTicked(one)}
            onChange={({ target }) =>
              onChange(all.filter((each) => (each === one ? target.checked : isTicked(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const inLine = 'flex flex-wrap gap-x-5'
const weekdays = weekdayNumbers.flatMap((number) => shortWeekdays[number] ?? [])

export function WeekdayTicks({ form: { control } }: { form: Form }) {
  const { value, onChange } = useController({ control, name: 'weekdays' }).field
  return (
    <Ticks legend="Only on" all={weekdays} ticked={value} {...{ onChange, className: inLine }} />
  )
}

export function ZoneTicks({ form: { control }, zones }: { form: Form; zones: readonly string[] }) {
  const { value: own, ref, onChange } = useController({ control, name: 'zones' }).field
  const all = [...new Set([...zones, ...(own ?? [])])]
  if (all.length === 0) return null
  return (
    <div>
      <CheckboxField
        label="It travels to some zones only, or is only picked up"
        ref={ref}
        checked={Boolean(own)}
        onChange={({ target }) => onChange(target.checked ? [] : null)}
      />
      {own && (
        <Ticks
          legend="It travels to (none: pickup only)"
          ticked={own}
          {...{ all, onChange, className: inLine }}
        />
      )}
    </div>
  )
}

/** Nearly every cake has them: a tick to remove is safer than one to forget. */
const usual: Allergen[] = ['gluten', 'milk']

export function AllergenFields({ form: { control } }: { form: Form }) {
  const contains = useController({ control, name: 'contains' })
  const mayContain = useController({ control, name: 'mayContain' })
  const { value } = contains.field

  function say(isSaid: boolean) {
    contains.field.onChange(isSaid ? usual : null)
    mayContain.field.onChange([])
  }

  const groups = { all: allergens, labelOf: withExamples }
  return (
    <div className="grid gap-3">
      <CheckboxField
        label="I know which allergens it has"
        ref={contains.field.ref}
        checked={Boolean(value)}
        onChange={({ target }) => say(target.checked)}
        error={contains.fieldState.error?.message}
      />
      {value ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Ticks {...groups} legend="Contains" ticked={value} onChange={contains.field.onChange} />
          <Ticks
            {...groups}
            legend="May contain traces of"
            ticked={mayContain.field.value}
            onChange={mayContain.field.onChange}
          />
        </div>
      ) : (
        <p className="text-sm text-cocoa-soft">
          Until you do, its page says “Ask us about allergens”, and customers who avoid an allergen
          do not find it.
        </p>
      )}
    </div>
  )
}

const examples: Partial<Record<Allergen, string>> = {
  gluten: 'wheat, barley, rye, oats',
  crustaceans: 'prawn, crab',
  'tree nuts': 'almond, cashew, pistachio, walnut',
  sulphite: '10 mg a kg or more',
}

const withExamples = (one: Allergen) => (
  <>
    <span className="inline-block first-letter:uppercase">{one}</span>
    {examples[one] && <span className="text-cocoa-soft">{` (${examples[one]})`}</span>}
  </>
)

const chips = {
  flavours: {
    label: 'Flavors (comma separated)',
    placeholder: 'Chocolate, Mango',
    hint: 'The first is selected by default',
  },
  weight: {
    label: 'Weights (comma separated)',
    placeholder: '0.5, 1, 2',
    hint: 'In kg. The first is selected by default',
    inputMode: 'decimal' as const,
    spell: normaliseWeight,
  },
  reviews: {
    label: 'Reviews (comma separated)',
    hint: 'Of the sample, as the stars. Put one that has commas in quotes: "Soft, moist and not too sweet"',
  },
  occasions: {
    label: 'Occasions (comma separated)',
    placeholder: 'Birthday, Anniversary',
    hint: 'The home page asks what customers celebrate, and shows these',
  },
}
/** An extra has them in place of flavours. */
const kinds = {
  label: 'Kinds (comma separated)',
  placeholder: 'Gold, Silver',
  hint: 'Optional. The colours or numbers to choose from',
}

interface ChipsProps {
  form: Form
  name: keyof typeof chips
  isExtra: boolean
}

export function Chips({ form, name, isExtra }: ChipsProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const { value, ...listening } = field
  return (
    <ChipsField
      {...(isExtra ? kinds : chips[name])}
      {...listening}
      value={value ?? []}
      error={fieldState.error?.message}
    />
  )
}

/** One choice a line. */
export function ChoicesField({ form }: { form: Form }) {
  const { field, fieldState } = useController({ control: form.control, name: 'choices' })
  return (
    <TextAreaField
      label="What else customers choose"
      hint="One choice a line, the usual option first: Egg or eggless: Egg, Eggless +50. In brackets what it adds to the allergens: Filling: Cream, Almond +80 (tree nuts)"
      rows={3}
      {...field}
      value={(field.value ?? []).join('\n')}
      onChange={({ target }) => field.onChange(target.value.split('\n'))}
      error={fieldState.error?.message}
    />
  )
}

interface CategoryFieldProps {
  form: Form
  categories: readonly CategoryChoices[]
  isNew: boolean
  category: string
}

export function CategoryField({ form, categories, isNew, category }: CategoryFieldProps) {
  const id = useId()

  /** What the baker has not typed is suggested. */
  function suggest(category: string) {
    if (isExtra(category) && !form.getValues('egg')) form.setValue('egg', 'Eggless')
    if (!isNew) return
    const { choices = [] } = categories.find((one) => one.category === category) ?? {}
    for (const [name, usual] of Object.entries({ ...usualWork(category), choices })) {
      if (!form.getFieldState(name as Name).isDirty)
        form.resetField(name as Name, { defaultValue: usual })
    }
  }

  return (
    <>
      <TextField
        {...form.register('category', {
          onChange: ({ target }) => suggest(normaliseCategory(target.value)),
        })}
        label="Category"
        hint={
          isExtra(category)
            ? 'Offered beside cakes and in the cart. Its HSN and GST are those of its category: see the page Shop'
            : 'Choose one or type a new one. Pastry is sold by the piece, “Extra: Candles” goes beside a cake'
        }
        error={form.formState.errors.category?.message}
        list={id}
        autoComplete="off"
        required
      />
      <datalist id={id}>
        {categories.map(({ category }) => (
          <option key={category} value={typedCategory(category)} />
        ))}
      </datalist>
    </>
  )
}

const { shape } = cakeInputSchema

/** The typed price, or the saved one; `none` if the field is empty. The schema says why another number is wrong. */
export function readRupees<None>(value: string | number | null | undefined, none: None) {
  if (typeof value === 'number') return value
  if (!value?.trim()) return none
  const paise = parseRupees(value)
  return paise === null ? Number(value) : toRupees(paise)
}

/** '1.0 kg' becomes '1'. Text that is no weight stays as it is. */
export function normaliseWeight(text: string): string {
  return shape.weight.safeParse([text]).data?.[0] ?? text
}

/** A category as it is typed: 'Pastry', 'Extra: Candles'. */
export function typedCategory(category: string): string {
  return isExtra(category) ? category : categoryLabel(category)
}

/** 'Pastries' becomes 'pestry'. */
export function normaliseCategory(text: string): string {
  return shape.category.safeParse(text).data ?? ''
}
