import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { type DeliveryLine, linesQuery } from '../delivery-lines.ts'
import { savePincode, useDeliveryAddress } from './delivery-address.ts'
import { isUnserved } from './earliest-text.ts'
import { earliestMemory } from './use-earliest.ts'

interface PincodeFormProps {
  lines: readonly DeliveryLine[]
  /** Called when the shop delivers there, or cannot say. */
  onServed?: () => void
  /** What was typed and not sent, where the form was closed meanwhile. */
  typed?: string | null
  onType?: (typed: string | null) => void
}

const loadSchema = () =>
  import('../delivery-query.schema.ts').then(({ pincodeFormSchema }) => pincodeFormSchema)

/** The one field for the pincode that all pages use; the cart stays as it is. */
export function PincodeForm({ lines, onServed, typed, onType }: PincodeFormProps) {
  const { pincode: saved } = useDeliveryAddress()
  const form = useSchemaForm(loadSchema, async ({ pincode }: { pincode: string }) => {
    savePincode(pincode)
    onType?.(null)
    const response = await earliestMemory().refresh({ pincode, lines: linesQuery(lines) })
    if (!isUnserved(response)) onServed?.()
  })
  return (
    <form {...form.props} className="flex items-start gap-3">
      <div className="flex-1">
        <TextField
          {...form.field('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={typed ?? saved}
          onChange={({ target }) => onType?.(target.value)}
          required
        />
      </div>
      <Button type="submit" busy={form.busy} className="mt-7">
        Save
      </Button>
    </form>
  )
}
