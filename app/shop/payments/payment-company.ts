/** A company that takes payments, as the browser knows it. */
export type PaymentCompany =
  | { name: 'sandbox' }
  | { name: 'stripe'; publishableKey: string }
  | { name: 'razorpay'; keyId: string }

/** What the payment page must be allowed for a company's code to work on it; no other page is. */
export interface CompanySources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
}

const none: CompanySources = { scripts: [], frames: [], connections: [] }

/**
 * From the companies' own documents: https://docs.stripe.com/security/guide#content-security-policy and
 * https://razorpay.com/docs/payments/payment-gateway/web-integration/
 */
const sources: Record<PaymentCompany['name'], CompanySources> = {
  sandbox: none,
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  },
  razorpay: {
    scripts: ['https://checkout.razorpay.com'],
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
    connections: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
  },
}

/** Where a company's code comes from, what it frames and whom it calls. */
export function sourcesOf({ name }: PaymentCompany): CompanySources {
  return sources[name]
}
