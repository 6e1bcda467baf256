import { CakeSlice, CalendarCheck, Medal, Truck } from 'lucide-react'

const badges = [
  { icon: Truck, text: 'Fast Delivery' },
  { icon: CakeSlice, text: 'Fresh & spongy' },
  { icon: Medal, text: 'Golden Delivered' },
  { icon: CalendarCheck, text: '2 days freshness' },
]

const deliveryInstructions = [
  'Your cake is hand-delivered in a good quality cardboard box.',
  'A candle and a knife come with it, subject to availability.',
  'Please do not squeeze the sides of the box while you hold it.',
  'Keep the cake in a cool place, out of sunlight.',
  'Cover what is left over and keep it in the refrigerator.',
]

/** What every cake comes with. */
export function Badges() {
  return (
    <ul aria-label="What you can count on" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {badges.map(({ icon: Icon, text }) => (
        <li
          key={text}
          className="flex items-center gap-2 text-sm font-medium lg:flex-col lg:text-center"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-blush text-berry">
            <Icon size={20} aria-hidden="true" />
          </span>
          {text}
        </li>
      ))}
    </ul>
  )
}

export function DeliveryInstructions() {
  return (
    <section aria-labelledby="delivery-instructions">
      <h2 id="delivery-instructions" className="text-xl">
        Delivery instructions
      </h2>
      <ul className="mt-4 grid gap-2.5">
        {deliveryInstructions.map((instruction) => (
          <li key={instruction} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-pill bg-berry" />
            {instruction}
          </li>
        ))}
      </ul>
    </section>
  )
}
