import { call } from '#platform/http/api-client.ts'
import type { Courier } from '#shop/orders/courier.schema.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { FieldsOf } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SayCourier } from './say-courier.server.ts'

const loadSchema = async () => (await import('#shop/orders/courier.schema.ts')).courierSchema

const fields = {
  name: { label: 'Courier', placeholder: 'Porter', hint: 'The customer sees the name.' },
  link: {
    label: 'Tracking link',
    type: 'url',
    inputMode: 'url',
    hint: 'The customer follows it there. Empty: no link.',
  },
  note: { label: 'Fare, or another note', hint: 'Only staff see it.' },
} as const

interface CourierFormProps {
  orderId: string
  courier: Courier | null
  duePaise: Paise
}

/** Who carries an order in place of a rider. */
export function CourierForm({ orderId, courier, duePaise }: CourierFormProps) {
  const { busy, run } = useReloadingAction()
  const save = (said: Courier | null) =>
    run(() => call<SayCourier>('POST /orders/courier', { body: { order: orderId, courier: said } }))
  const form = useSchemaForm(loadSchema, save)
  return (
    <form {...form.props} className="grid gap-4">
      {duePaise > 0 && (
        <p className="rounded-field border-2 border-chilli bg-paper p-4">
          {`${formatInr(duePaise)} is due at the door, and a courier takes no money. Ask the customer to pay you first; record it when you press Delivered.`}
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FieldsOf
          form={form}
          fields={fields}
          values={courier ?? { name: '', link: '', note: '' }}
        />
      </div>
      <p className="text-sm text-cocoa-soft">
        Save it before you press Out for delivery: that email names the courier and the link. Nobody
        asks for the delivery code.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" busy={form.busy}>
          Save courier
        </Button>
        {courier && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void save(null)}>
            No courier
          </Button>
        )}
      </div>
    </form>
  )
}
