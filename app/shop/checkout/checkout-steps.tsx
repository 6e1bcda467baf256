import { StepIndicator } from '#ui/step-indicator.tsx'

const steps = ['Shipping Details', 'Confirm Order', 'Payment'] as const

/** Where in the checkout the customer is: 0 shipping, 1 confirm, 2 payment. */
export type CheckoutStep = 0 | 1 | 2

export function CheckoutSteps({ current }: { current: CheckoutStep }) {
  return <StepIndicator label="Checkout" steps={steps} current={current} />
}
