import { type UseFormReturn, useController } from 'react-hook-form'
import { CheckboxField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { type Allergen, allergens } from '../../food/food-facts.ts'
import type { CakeInput, CheckedCake } from '../cake-input.schema.ts'

interface FoodFieldsProps {
  form: UseFormReturn<CakeInput, unknown, CheckedCake>
}

/** What a label says of a cake. */
export function FoodFields({ form }: FoodFieldsProps) {
  const fieldOf = (name: 'ingredients' | 'keeping' | 'madeByFssai') => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  return (
    <>
      <TextAreaField
        {...fieldOf('ingredients')}
        label="Ingredients"
        hint="As on a label, what there is most of first: Wheat flour, milk, sugar"
        rows={3}
      />
      <AllergenFields form={form} />
      <TextField
        {...fieldOf('keeping')}
        label="Best before and how to keep it"
        placeholder="Best within 2 days. Keep in the fridge."
      />
      <TextField
        {...fieldOf('madeByFssai')}
        label="FSSAI licence of who makes it"
        hint="14 digits. Leave it empty if your own kitchen does"
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** Nearly every cake has them: a tick to remove is safer than one to forget. */
const usual: Allergen[] = ['gluten', 'milk']

function AllergenFields({ form: { control } }: FoodFieldsProps) {
  const contains = useController({ control, name: 'contains' })
  const mayContain = useController({ control, name: 'mayContain' })
  const { value } = contains.field

  function say(isSaid: boolean) {
    contains.field.onChange(isSaid ? usual : null)
    mayContain.field.onChange([])
  }

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
          <Groups legend="Contains" chosen={value} onChange={contains.field.onChange} />
          <Groups
            legend="May contain traces of"
            chosen={mayContain.field.value ?? []}
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

interface GroupsProps {
  legend: string
  chosen: readonly Allergen[]
  onChange: (chosen: Allergen[]) => void
}

function Groups({ legend, chosen, onChange }: GroupsProps) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{legend}</legend>
      {allergens.map((one) => (
        <CheckboxField
          key={one}
          label={
            <>
              <span className="inline-block first-letter:uppercase">{one}</span>
              {examples[one] && <span className="text-cocoa-soft">{` (${examples[one]})`}</span>}
            </>
          }
          checked={chosen.includes(one)}
          onChange={({ target }) =>
            onChange(
              allergens.filter((each) => (each === one ? target.checked : chosen.includes(each))),
            )
          }
        />
      ))}
    </fieldset>
  )
}
