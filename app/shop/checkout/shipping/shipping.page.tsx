import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import { requireCustomer } from '#shop/accounts/require-customer.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import {
  closesAtHour,
  deliveryLeadHours,
  deliveryWithinDays,
  earliestDelivery,
  latestDelivery,
  offeredDelivery,
  opensAtHour,
} from '#shop/values/delivery-slot.ts'
import { formatDateTime, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import type { Route } from './+types/shipping.page.ts'
import { type ShippingDetails, saveShipping, useShipping } from './shipping-details.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCustomer(request, context.get(appContext), 'login-first')
  return null
}

export const handle: PageHandle = { footer: 'plain' }

export const meta: Route.MetaFunction = () => [
  { title: 'Shipping Details | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ShippingPage() {
  return (
    <CheckoutFrame step={0} title="Shipping Details">
      {() => <ShippingForm />}
    </CheckoutFrame>
  )
}

const resolver = schemaResolver<ShippingDetails, ShippingDetails>(async () =>
  (await import('./shipping.schema.ts')).shippingSchemaAt(systemClock),
)

/** Only where the browser's storage can be read: it begins with what was said before. */
function ShippingForm() {
  const navigate = useNavigate()
  const defaultValues = useShipping()
  const form = useForm<ShippingDetails>({ resolver, mode: 'onTouched', defaultValues })
  const { register, handleSubmit, formState, trigger } = form
  const { errors } = formState

  // A time from an earlier visit may have passed: said at once, not only when it is pressed.
  useEffect(() => {
    if (form.getValues('deliveryAt')) void trigger('deliveryAt')
  }, [form, trigger])

  const proceed = handleSubmit((details) => {
    saveShipping(details)
    return navigate('/confirmOrder')
  })

  return (
    <form noValidate onSubmit={proceed} className="card grid gap-5 p-5 md:p-8">
      <TextAreaField
        {...register('address')}
        label="Address"
        rows={2}
        autoComplete="street-address"
        hint="House or flat, street and area"
        required
        error={errors.address?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          required
          error={errors.pincode?.message}
        />
        <TextField
          {...register('city')}
          label="City"
          autoComplete="address-level2"
          required
          error={errors.city?.message}
        />
      </div>
      <DeliveryTime
        field={register('deliveryAt')}
        error={errors.deliveryAt?.message}
        onSuggest={(time) =>
          form.setValue('deliveryAt', time, { shouldValidate: true, shouldTouch: true })
        }
      />
      <Button type="submit" size="large" wide className="mt-1">
        Proceed to Payment
      </Button>
    </form>
  )
}

interface DeliveryTimeProps {
  field: ReturnType<ReturnType<typeof useForm<ShippingDetails>>['register']>
  error?: string
  /** Called with a time that can be had, as the field's value. */
  onSuggest: (time: string) => void
}

/** The field's own clock is Kolkata's, wherever the browser is. */
function DeliveryTime({ field, error, onSuggest }: DeliveryTimeProps) {
  const [now] = useState(() => systemClock.now())
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="Delivery date and time"
        type="datetime-local"
        min={toKolkataInput(earliestDelivery(now))}
        max={toKolkataInput(latestDelivery(now))}
        step={900}
        hint={deliveryRule}
        required
        error={error}
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start font-medium"
        onClick={() => onSuggest(toKolkataInput(offeredDelivery(systemClock.now())))}
      >
        Earliest: {formatDateTime(offeredDelivery(now))}
      </Button>
    </div>
  )
}

const deliveryRule = `Between ${hourText(opensAtHour)} and ${hourText(closesAtHour)} India time, at least ${deliveryLeadHours} hours from now and within ${deliveryWithinDays} days.`

function hourText(hour: number) {
  return hour < 12 ? `${hour} am` : `${hour - 12 || 12} pm`
}
