import { type ComponentProps, type ReactNode, useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { categoryLabel, isPricedFlat } from '#shop/cakes/category.ts'
import { ChipsField } from '#ui/forms/chips-field.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { normaliseCategory, normaliseWeight } from './cake-form-values.ts'
import { type Form, fieldOf, numberOf } from './field-of.ts'
import { KitchenFields, suggestWork } from './kitchen-fields.tsx'

interface CakeFieldsProps {
  form: Form
  /** Those that other cakes are in, to choose from. */
  categories: readonly string[]
  pictures: ReactNode
  /** Whether it can be added without being shown; a cake that is there already has a button for that. */
  isNew: boolean
}

/** The fields of a cake, in the order a baker thinks of them. */
export function CakeFields({ form, categories, pictures, isNew }: CakeFieldsProps) {
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
      </Part>
      <Part title="In the kitchen">
        <KitchenFields form={form} />
      </Part>
      <Part title="In the shop">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...numberOf(form, 'stock')}
            label="Maximum per order"
            hint="How many a customer can order at once"
            inputMode="numeric"
            step={1}
            min={1}
          />
          <TextField
            {...numberOf(form, 'stars')}
            label="Stars"
            hint="0 to 5, in steps of 0.5"
            step={0.5}
            min={0}
            max={5}
          />
        </div>
        <Chips
          form={form}
          name="reviews"
          label="Reviews (comma separated)"
          hint={'Put a review that has commas in quotes: "Soft, moist and not too sweet"'}
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

function CategoryField({ form, categories, isNew }: Omit<CakeFieldsProps, 'pictures'>) {
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
        {...numberOf(form, 'price')}
        label="Price"
        hint={`In rupees per ${per}`}
        min={0}
        required
      />
      <TextField
        {...numberOf(form, 'earlierPrice')}
        label="Earlier price"
        hint={`Optional. In rupees per ${per}, shown struck through`}
        min={0}
      />
    </div>
  )
}

interface ChipsProps
  extends Omit<ComponentProps<typeof ChipsField>, 'value' | 'onChange' | 'onBlur' | 'ref'> {
  form: Form
  name: 'flavours' | 'weight' | 'reviews'
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
