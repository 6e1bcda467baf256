import { useRef } from 'react'
import type { Business } from '#shop/orders/business/business.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useStored } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import { storedBusiness } from './shipping-details.ts'

const loadSchema = async () =>
  (await import('#shop/orders/business/business.schema.ts')).businessSchema

/** @param proceed called once what is typed is saved, if the customer wants to go on */
export function useBusinessForm(proceed: (business: Business) => void) {
  const wantsToProceed = useRef(false)
  const form = useSchemaForm(loadSchema, async (typed) => {
    storedBusiness.save(typed)
    if (wantsToProceed.current) proceed(typed)
  })
  return {
    ...form,
    onAdd() {
      wantsToProceed.current = false
    },
    /** Adds what is typed and not added yet, or shows what is wrong with it. False if nothing is typed. */
    addTyped(): boolean {
      const fields = form.props.ref.current
      if (!fields || !(form.textOf('gstin') + form.textOf('name')).trim()) return false
      fields.closest('details')?.setAttribute('open', '')
      wantsToProceed.current = true
      fields.requestSubmit()
      return true
    },
  }
}

/** Closed by default: few customers buy for a business. */
export function BusinessInvoice({ form }: { form: ReturnType<typeof useBusinessForm> }) {
  const business = useStored(storedBusiness)
  if (business) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="wrap-anywhere">
          GST invoice for <UserText>{business.name}</UserText>, <span>{business.gstin}</span>
        </span>
        <Button variant="secondary" size="small" onClick={() => storedBusiness.save(null)}>
          Remove<span className="sr-only"> the business</span>
        </Button>
      </p>
    )
  }
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-berry">
        GST invoice for a business
      </summary>
      <form {...form.props} className="grid items-start gap-4 pt-3 sm:grid-cols-2">
        <TextField
          {...form.field('gstin')}
          label="GSTIN"
          autoCapitalize="characters"
          autoComplete="off"
        />
        <TextField
          {...form.field('name')}
          label="Name of the business"
          autoComplete="organization"
        />
        <div>
          <Button type="submit" variant="secondary" busy={form.busy} onClick={form.onAdd}>
            Add to the invoice
          </Button>
        </div>
      </form>
    </details>
  )
}
