import { type ReactNode, useId, useState, type WheelEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckboxField } from '#ui/forms/field.tsx'
import type { FieldLook } from '#ui/forms/field-look.ts'
import { Collapsible, FieldOf } from '#ui/forms/plain-form.tsx'
import { anyDay } from '../../cake-days.ts'
import { isExtra, isPricedFlat } from '../../cake-price.ts'
import { usualWork } from '../../cake-work.ts'
import type { CategoryChoices } from '../cake-input.schema.ts'
import {
  AllergenFields,
  CategoryField,
  Chips,
  ChoicesField,
  type Form,
  type Name,
  normaliseCategory,
  readRupees,
  WeekdayTicks,
  ZoneTicks,
} from './own-fields.tsx'

interface CakeFieldsProps {
  form: Form
  categories: readonly CategoryChoices[]
  /** Names of all zones; empty in a shop without zones. */
  zones: readonly string[]
  pictures: ReactNode
  /** Whether it can be added without being shown; a cake that exists has a button for that. */
  isNew: boolean
}

/** What the form asks of every cake, in rows. */
const parts: readonly { title: string; rows: readonly Name[][]; note?: string }[] = [
  { title: 'The cake', rows: [['name'], ['image'], ['category', 'egg'], ['description']] },
  {
    title: 'Choices and price',
    rows: [['flavours'], ['weight'], ['price', 'earlierPrice'], ['choices']],
  },
  { title: 'What is in it', rows: [['ingredients'], ['contains'], ['keeping'], ['madeByFssai']] },
  {
    title: 'In the kitchen',
    rows: [['leadHours', 'workMinutes', 'minutesPerKg']],
    note: 'With delivery zones, customers can choose only times by which the cake is ready, and days on which the kitchen has the minutes left. 0 minutes: it takes none of them.',
  },
  {
    title: 'When and how many',
    rows: [['piecesADay', 'piecesInAll'], ['fromDay', 'untilDay'], ['weekdays'], ['zones']],
    note: 'Days are those of the delivery or pickup. A piece is taken when it is ordered, and free again if the order is cancelled or not paid within an hour.',
  },
  {
    title: 'In the shop',
    rows: [['stock', 'stars'], ['reviews'], ['occasions'], ['featured', 'hidden']],
  },
]

/** What it asks of an extra. */
const ofExtras = new Set<Name>([
  ...(['name', 'image', 'category', 'description'] as const),
  ...(['flavours', 'price', 'stock', 'hidden'] as const),
])

export function CakeFields({ isNew, ...about }: CakeFieldsProps) {
  const typed = useWatch({ control: about.form.control, name: 'category' }) ?? ''
  const category = normaliseCategory(typed)
  const isAsked = (name: Name) =>
    (isNew || name !== 'hidden') && (!isExtra(category) || ofExtras.has(name))
  return parts.map(({ title, rows, note }) => {
    const asked = rows.filter((row) => row.some(isAsked))
    if (asked.length === 0) return null
    const Around = rows.flat().every((name) => name in anyDay) ? SeldomPart : Part
    return (
      <Around key={title} title={title} form={about.form}>
        {asked.map((row) => (
          <div key={row[0]} className={`grid gap-5 empty:hidden ${columns[row.length] ?? ''}`}>
            {row.filter(isAsked).map((name) => (
              <CakeField key={name} {...about} {...{ name, category, isNew }} />
            ))}
          </div>
        ))}
        {note && <p className="text-sm text-cocoa-soft">{note}</p>}
      </Around>
    )
  })
}

const columns: Record<number, string> = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

interface PartProps {
  title: string
  form: Form
  children: ReactNode
}

function Part({ title, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-4 sm:p-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Few cakes have any of it. */
function SeldomPart({ title, form: { formState }, children }: PartProps) {
  const { errors, defaultValues } = formState
  const isUsed = Object.entries(anyDay).some(
    ([name, none]) =>
      name in errors || String(defaultValues?.[name as Name] ?? null) !== String(none),
  )
  // It stays open when the last mistake is corrected.
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed && !wasUsed) setWasUsed(true)
  return (
    <Collapsible title={title} open={wasUsed}>
      <div className="grid gap-5">{children}</div>
    </Collapsible>
  )
}

interface CakeFieldProps extends CakeFieldsProps {
  name: Name
  category: string
}

/** A field by its name: one of a kind of its own, or of those that {@link looksFor} describes. */
function CakeField({ name, category, ...about }: CakeFieldProps) {
  const { form, pictures, zones } = about
  switch (name) {
    case 'image':
      return pictures
    case 'category':
      return <CategoryField {...about} category={category} />
    case 'flavours':
    case 'weight':
    case 'occasions':
    case 'reviews':
      return <Chips form={form} name={name} isExtra={isExtra(category)} />
    case 'choices':
      return <ChoicesField form={form} />
    case 'contains':
      return <AllergenFields form={form} />
    case 'weekdays':
      return <WeekdayTicks form={form} />
    case 'zones':
      return <ZoneTicks form={form} zones={zones} />
    case 'featured':
    case 'hidden':
      return <CheckboxField {...fieldOf(form, name)} label={ticks[name]} />
    default:
      return <FieldOf label="" {...fieldOf(form, name)} {...looksFor(category)[name]} />
  }
}

const ticks = { featured: 'Featured on the home page', hidden: 'Hide it for now' }

const whole = (label: string, hint: string) => ({
  ...{ label, hint, type: 'number', min: 0, step: 1, inputMode: 'numeric' as const },
  // Else scrolling the page over it changes the number.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
})
const rupees = { inputMode: 'decimal', autoComplete: 'off' } as const
const digits = { inputMode: 'numeric', autoComplete: 'off' } as const
const pieces = { ...digits, hint: 'Pieces. Empty: any number' }
const day = { type: 'date', autoComplete: 'off' }

function looksFor(category: string): Partial<Record<Name, FieldLook>> {
  const per = isPricedFlat(category) ? 'piece' : 'kg'
  const usual = usualWork(category)
  const described = isExtra(category)
    ? 'A few words, shown below its name'
    : 'A few sentences about the cake, shown under Highlights on its page'
  const earlier = `Optional. In rupees per ${per}, shown struck through`
  return {
    name: { label: 'Name', autoComplete: 'off', required: true },
    egg: { label: 'Egg', required: true, options: eggOptions },
    description: { label: 'Description', hint: described, rows: 4 },
    price: { ...rupees, label: 'Price', hint: `In rupees per ${per}`, required: true },
    earlierPrice: { ...rupees, label: 'Earlier price', hint: earlier },
    ingredients: {
      label: 'Ingredients',
      hint: 'As on a label, what there is most of first: Wheat flour, milk, sugar',
      rows: 3,
    },
    keeping: {
      label: 'Best before and how to keep it',
      placeholder: 'Best within 2 days. Keep in the fridge.',
    },
    madeByFssai: {
      ...digits,
      label: 'FSSAI licence of who makes it',
      hint: '14 digits. Leave it empty if your own kitchen does',
    },
    leadHours: whole('Ready after', `Hours from the order. Usual: ${usual.leadHours}`),
    workMinutes: whole('Work on each cake', `Minutes. Usual: ${usual.workMinutes}`),
    minutesPerKg: whole(`Work on each ${per}`, `Minutes besides. Usual: ${usual.minutesPerKg}`),
    piecesADay: { ...pieces, label: 'How many a day' },
    piecesInAll: { ...pieces, label: 'How many in all' },
    fromDay: { ...day, label: 'First day' },
    untilDay: { ...day, label: 'Last day' },
    stock: { ...whole('Maximum per order', 'How many a customer can order at once'), min: 1 },
    stars: {
      ...whole(
        'Stars',
        '0 to 5, in steps of 0.5. Of the sample: other shops show their customers’ stars',
      ),
      inputMode: 'decimal',
      step: 0.5,
      max: 5,
    },
  }
}

const eggOptions = ['', 'Egg', 'Eggless'].map((egg) => [egg, egg || 'Select'] as const)

const numberOr = (none: null | undefined) => (typed: unknown) =>
  typed === '' || typed === null ? none : Number(typed)

/** How what is typed is read, where it is no text. */
const readAs: Partial<Record<Name, (typed: string | null) => unknown>> = {
  price: (typed) => readRupees(typed, undefined),
  earlierPrice: (typed) => readRupees(typed, null),
  stock: numberOr(undefined),
  stars: numberOr(undefined),
  leadHours: numberOr(undefined),
  workMinutes: numberOr(undefined),
  minutesPerKg: numberOr(undefined),
  piecesADay: numberOr(null),
  piecesInAll: numberOr(null),
  fromDay: (typed) => typed || null,
  untilDay: (typed) => typed || null,
}

/** What a field needs: its name, its listeners, its error. */
function fieldOf({ register, formState }: Form, name: Name) {
  const setValueAs = readAs[name]
  const error = formState.errors[name]?.message
  return { ...register(name, setValueAs && { setValueAs }), error }
}
