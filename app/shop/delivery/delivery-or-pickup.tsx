import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'

interface DeliveryOrPickupProps {
  legend: string
  isPickup: boolean
  onChange: (isPickup: boolean) => void
}

/** Whether cakes are brought, or come for. */
export function DeliveryOrPickup({ legend, isPickup, onChange }: DeliveryOrPickupProps) {
  return (
    <ChoiceChips
      legend={legend}
      name="deliveryOrPickup"
      choices={[
        { value: 'delivery', label: 'Delivery' },
        { value: 'pickup', label: 'Pickup' },
      ]}
      value={isPickup ? 'pickup' : 'delivery'}
      onChange={(value) => onChange(value === 'pickup')}
    />
  )
}
