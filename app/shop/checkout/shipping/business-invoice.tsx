import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useStored } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import { storedBusiness } from './shipping-details.ts'

const loadSchema = async () =>
  (await import('#shop/orders/business/business.schema.ts')).businessSchema

/** Closed by default: few customers buy for a business. */
export function BusinessInvoice() {
  const business = useStored(storedBusiness)
  const form = useSchemaForm(loadSchema, async (typed) => storedBusiness.save(typed))
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
          <Button type="submit" variant="secondary" busy={form.busy}>
            Add to the invoice
          </Button>
        </div>
      </form>
    </details>
  )
}
