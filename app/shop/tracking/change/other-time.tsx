import { DeliveryTimeField } from '#shop/delivery/choose/delivery-time.tsx'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { dayTitle, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { SelectField } from '#ui/forms/field.tsx'
import type { OrderToChange } from './order-to-change.ts'

/** When an order comes, and when it can come instead. */
export function OtherTime({ order }: { order: OrderToChange }) {
  const { times } = order
  if (!times) return null
  const label = `${deliveryWords(order).what} time`
  switch (times.kind) {
    case 'any':
      return (
        <DeliveryTimeField
          name="time"
          leadHours={times.leadHours}
          now={new Date(times.now)}
          defaultValue={toKolkataInput(order.deliveryAt)}
        />
      )
    case 'none':
      return (
        <div>
          <p className="text-sm font-semibold">{label}</p>
          <p>{deliveryText(order)}</p>
          <p className="text-sm text-cocoa-soft">{times.why}</p>
        </div>
      )
    case 'slots':
      return (
        <SelectField
          name="time"
          label={label}
          hint="Times that cost more are not listed: for one of them, cancel this order and order again."
          defaultValue=""
        >
          <option value="">{deliveryText(order)}</option>
          {times.days.map(({ day, slots }) => (
            <optgroup key={day} label={dayTitle(day)}>
              {slots.map(({ id, time, text }) => (
                <option key={id} value={time} data-slot={id}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      )
  }
}
