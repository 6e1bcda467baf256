import { useWatch } from 'react-hook-form'
import { usualWork } from '#shop/cakes/cake-work.ts'
import { isPricedFlat } from '#shop/cakes/category.ts'
import { TextField } from '#ui/forms/field.tsx'
import { normaliseCategory } from './cake-form-values.ts'
import { type Form, numberOf } from './field-of.ts'

/** What the cake asks of the kitchen, with what is usual in its category. */
export function KitchenFields({ form }: { form: Form }) {
  const category = normaliseCategory(useWatch({ control: form.control, name: 'category' }) ?? '')
  const per = isPricedFlat(category) ? 'piece' : 'kg'
  const usual = usualWork(category)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...numberOf(form, 'leadHours')}
          label="Ready after"
          hint={`Hours from the order. Usual: ${usual.leadHours}`}
          inputMode="numeric"
          step={1}
          min={0}
        />
        <TextField
          {...numberOf(form, 'workMinutes')}
          label="Work on each cake"
          hint={`Minutes. Usual: ${usual.workMinutes}`}
          inputMode="numeric"
          step={1}
          min={0}
        />
        <TextField
          {...numberOf(form, 'minutesPerKg')}
          label={`Work on each ${per}`}
          hint={`Minutes besides. Usual: ${usual.minutesPerKg}`}
          inputMode="numeric"
          step={1}
          min={0}
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

/** Fills in what is usual in the category, where nobody has typed another number. */
export function suggestWork(form: Form, category: string) {
  const usual = usualWork(normaliseCategory(category))
  for (const name of workFields) {
    if (!form.getFieldState(name).isDirty) form.resetField(name, { defaultValue: usual[name] })
  }
}
