import { HandHeart, ShieldCheck, Truck, Undo2 } from 'lucide-react'
import { shippingFeePaise } from '#shop/cart/price-cart.ts'
import { formatInr } from '#shop/values/money.ts'

const services = [
  {
    Icon: Truck,
    title: 'Fast and free delivery',
    text: `At the hour you choose. Each order pays ${formatInr(shippingFeePaise)} for shipping, however many cakes.`,
  },
  {
    Icon: HandHeart,
    title: 'Non-contact shipping',
    text: 'Left at your door in a sealed box, if you would rather not meet.',
  },
  {
    Icon: Undo2,
    title: 'Money-back guarantee',
    text: 'If your cake is not as it should be, you get your money back.',
  },
  {
    Icon: ShieldCheck,
    title: 'Secure payment',
    text: 'Your card number goes to the payment provider and never to us.',
  },
]

export function ServicesStrip() {
  return (
    <section aria-label="Our services" className="mt-20 bg-blush">
      <ul className="shell grid grid-cols-1 gap-8 py-12 sm:grid-cols-2 lg:grid-cols-4">
        {services.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-pill bg-paper text-berry">
              <Icon size={24} aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
