import { type ComponentProps, type ReactNode, useId, type WheelEvent } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { ChipsField } from '#ui/forms/chips-field.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { categoryLabel, isPricedFlat } from '../../cake-price.ts'
import { usualWork } from '../../cake-work.ts'
import { type CakeInput, type CheckedCake, cakeInputSchema } from '../cake-input.schema.ts'
import { FoodFields } from './food-fields.tsx'
import { WhenFields } from './when-fields.tsx'

interface CakeFieldsProps {
  form: Form
  categories: readonly string[]
  /** Names of all zones. */
  zones: readonly string[]
  pictures: ReactNode
  /** Whether it can be added without being shown; a cake that exists has a button for that. */
  isNew: boolean
}

export function CakeFields({ form, categories, zones, pictures, isNew }: CakeFieldsProps) {
  return (
    <>
      <Part title="The cake">
        <TextField {...fieldOf(form, 'name')} label="Name" autoComplete="off" required />
        {pictures}
        <div className="grid gap-5 sm:grid-cols-2">
          <CategoryField form={form} categories={categories} isNew={isNew} />
          <SelectField {...fieldOf(form, 'egg')} label="Egg" required>
            <option value="">Select</option>
            <option value="Egg">Egg</option>
            <option value="Eggless">Eggless</option>
          </SelectField>
        </div>
        <TextAreaField
          {...fieldOf(form, 'description')}
          label="Description"
          hint="A few sentences about the cake, shown under Highlights on its page"
          rows={4}
        />
      </Part>
      <Part title="Choices and price">
        <Chips
          form={form}
          name="flavours"
          label="Flavors (comma separated)"
          placeholder="Chocolate, Mango"
          hint="The first is selected by default"
        />
        <Chips
          form={form}
          name="weight"
          label="Weights (comma separated)"
          placeholder="0.5, 1, 2"
          hint="In kg. The first is selected by default"
          inputMode="decimal"
          spell={normaliseWeight}
        />
        <Prices form={form} />
        <ChoicesField form={form} />
      </Part>
      <Part title="What is in it">
        <FoodFields form={form} />
      </Part>
      <Part title="In the kitchen">
        <KitchenFields form={form} />
      </Part>
      <WhenFields form={form} zones={zones} />
      <Part title="In the shop">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...wholeNumberOf(form, 'stock')}
            label="Maximum per order"
            hint="How many a customer can order at once"
            min={1}
          />
          <TextField
            {...numberOf(form, 'stars')}
            label="Stars"
            hint="0 to 5, in steps of 0.5. Of the sample: other shops show their customers’ stars"
            step={0.5}
            max={5}
          />
        </div>
        <Chips
          form={form}
          name="reviews"
          label="Reviews (comma separated)"
          hint={
            'Of the sample, as the stars. Put one that has commas in quotes: "Soft, moist and not too sweet"'
          }
        />
        <Chips
          form={form}
          name="occasions"
          label="Occasions (comma separated)"
          placeholder="Birthday, Anniversary"
          hint="The home page asks what customers celebrate, and shows these"
        />
        <div>
          <CheckboxField {...fieldOf(form, 'featured')} label="Featured on the home page" />
          {isNew && <CheckboxField {...fieldOf(form, 'hidden')} label="Hide it for now" />}
        </div>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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

function CategoryField({
  form,
  categories,
  isNew,
}: Pick<CakeFieldsProps, 'form' | 'categories' | 'isNew'>) {
  const id = useId()
  return (
    <>
      <TextField
        {...fieldOf(form, 'category', ({ target }) => isNew && suggestWork(form, target.value))}
        label="Category"
        hint="Choose one or type a new one. Pastry is sold by the piece"
        list={id}
        autoComplete="off"
        required
      />
      <datalist id={id}>
        {categories.map((category) => (
          <option key={category} value={categoryLabel(category)} />
        ))}
      </datalist>
    </>
  )
}

function Prices({ form }: { form: Form }) {
  const category = useWatch({ control: form.control, name: 'category' })
  const per = isPricedFlat(normaliseCategory(category)) ? 'piece' : 'kg'
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...rupeesOf(form, 'price')}
        label="Price"
        hint={`In rupees per ${per}`}
        required
      />
      <TextField
        {...rupeesOf(form, 'earlierPrice')}
        label="Earlier price"
        hint={`Optional. In rupees per ${per}, shown struck through`}
      />
    </div>
  )
}

/** One choice a line. */
function ChoicesField({ form }: { form: Form }) {
  const { field, fieldState } = useController({ control: form.control, name: 'choices' })
  return (
    <TextAreaField
      label="What else customers choose"
      hint="One choice a line, the usual option first: Egg or eggless: Egg, Eggless +50. In brackets what it adds to the allergens: Filling: Cream, Almond +80 (tree nuts)"
      rows={3}
      ref={field.ref}
      value={(field.value ?? []).join('\n')}
      onChange={({ target }) => field.onChange(target.value.split('\n'))}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}

interface ChipsProps
  extends Omit<ComponentProps<typeof ChipsField>, 'value' | 'onChange' | 'onBlur' | 'ref'> {
  form: Form
  name: 'flavours' | 'occasions' | 'weight' | 'reviews'
}

function Chips({ form, name, ...rest }: ChipsProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <ChipsField
      {...rest}
      ref={field.ref}
      value={field.value ?? []}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}

type Form = UseFormReturn<CakeInput, unknown, CheckedCake>

type TextName = 'name' | 'egg' | 'description' | 'category' | 'featured' | 'hidden'
type NumberName = 'stock' | 'stars' | 'leadHours' | 'workMinutes' | 'minutesPerKg'

/** What a field needs: its name, its listeners, its error. `onChange` is called besides. */
function fieldOf(
  { register, formState }: Form,
  name: TextName,
  onChange?: (event: { target: { value: string } }) => void,
) {
  return { ...register(name, { onChange }), error: formState.errors[name]?.message }
}

/** As {@link fieldOf}, for rupees: undefined if the field is empty, null if the price is optional. */
function rupeesOf(form: Form, name: 'price' | 'earlierPrice') {
  const none = name === 'earlierPrice' ? null : undefined
  return {
    ...form.register(name, { setValueAs: (value) => readRupees(value, none) }),
    error: form.formState.errors[name]?.message,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  }
}

/** As {@link fieldOf}, for a number: undefined if the field is empty. */
function numberOf(form: Form, name: NumberName) {
  const setValueAs = (value: unknown) =>
    value === '' || value === null ? undefined : Number(value)
  return {
    ...form.register(name, { setValueAs }),
    error: form.formState.errors[name]?.message,
    type: 'number',
    min: 0,
    step: 'any',
    inputMode: 'decimal' as const,
    // Else scrolling the page over it changes the number.
    onWheel: (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur(),
  }
}

function wholeNumberOf(form: Form, name: NumberName) {
  return { ...numberOf(form, name), step: 1, inputMode: 'numeric' as const }
}

/** The kitchen's hours and minutes for the cake, with the usual ones of its category. */
function KitchenFields({ form }: { form: Form }) {
  const category = normaliseCategory(useWatch({ control: form.control, name: 'category' }) ?? '')
  const per = isPricedFlat(category) ? 'piece' : 'kg'
  const usual = usualWork(category)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...wholeNumberOf(form, 'leadHours')}
          label="Ready after"
          hint={`Hours from the order. Usual: ${usual.leadHours}`}
        />
        <TextField
          {...wholeNumberOf(form, 'workMinutes')}
          label="Work on each cake"
          hint={`Minutes. Usual: ${usual.workMinutes}`}
        />
        <TextField
          {...wholeNumberOf(form, 'minutesPerKg')}
          label={`Work on each ${per}`}
          hint={`Minutes besides. Usual: ${usual.minutesPerKg}`}
        />
      </div>
      <p className="text-sm text-cocoa-soft">
        With delivery zones, customers can choose only times by which the cake is ready, and days on
        which the kitchen has the minutes left. 0 minutes: it takes none of them.
      </p>
    </>
  )
}

const workFields = ['leadHours', 'workMinutes', 'minutesPerKg'] as const

/** Fills in the usual numbers of the category, except where the baker has typed one. */
function suggestWork(form: Form, category: string) {
  const usual = usualWork(normaliseCategory(category))
  for (const name of workFields) {
    if (!form.getFieldState(name).isDirty) form.resetField(name, { defaultValue: usual[name] })
  }
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

/** 'Pastries' becomes 'pestry'. */
export function normaliseCategory(text: string): string {
  return shape.category.safeParse(text).data ?? ''
}
