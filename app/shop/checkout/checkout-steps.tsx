import { Check } from 'lucide-react'

const steps = ['Shipping Details', 'Confirm Order', 'Payment'] as const

/** Where in the checkout the customer is: 0 shipping, 1 confirm, 2 payment. */
export type CheckoutStep = 0 | 1 | 2

export function CheckoutSteps({ current }: { current: CheckoutStep }) {
  return (
    <ol aria-label="Checkout" className="flex items-start">
      {steps.map((step, place) => (
        <li
          key={step}
          aria-current={place === current ? 'step' : undefined}
          className="relative grid flex-1 justify-items-center gap-2 text-center"
        >
          {place > 0 && (
            <span
              aria-hidden="true"
              className={`absolute top-4 right-1/2 h-0.5 w-full -translate-y-1/2 ${place <= current ? 'bg-berry' : 'bg-line'}`}
            />
          )}
          <StepDot place={place} current={current} />
          <span
            className={`text-xs sm:text-sm ${place === current ? 'font-semibold' : 'text-cocoa-soft'}`}
          >
            {step}
            {place < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function StepDot({ place, current }: { place: number; current: number }) {
  const look =
    place <= current ? 'bg-berry text-paper' : 'border-2 border-stroke bg-paper text-cocoa-soft'
  return (
    <span
      aria-hidden="true"
      className={`relative z-10 grid size-8 place-items-center rounded-pill text-sm font-semibold ${look}`}
    >
      {place < current ? <Check size={18} /> : place + 1}
    </span>
  )
}
