/** A company that takes payments, as the browser knows it. */
export type BrowserProvider =
  | { name: 'sandbox' }
  | { name: 'stripe'; publishableKey: string }
  | { name: 'razorpay'; keyId: string }

/** What the payment page must be allowed for a company's code to work on it; no other page is. */
export interface ProviderSources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  /** Whose frames may ask the browser for its own ways to pay. */
  paymentRequests: readonly string[]
  /** Whether its frames open windows of banks, which have to answer them. */
  opensWindows: boolean
}

const none: ProviderSources = {
  scripts: [],
  frames: [],
  connections: [],
  paymentRequests: [],
  opensWindows: false,
}

/**
 * From https://docs.stripe.com/security/guide#content-security-policy and, as Razorpay's documents have no list, from
 * Razorpay's own shop module: https://github.com/razorpay/razorpay-magento/blob/master/etc/csp_whitelist.xml
 */
const sources: Record<BrowserProvider['name'], ProviderSources> = {
  sandbox: none,
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
    paymentRequests: ['https://js.stripe.com'],
    opensWindows: false,
  },
  razorpay: {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    frames: ['https://api.razorpay.com'],
    connections: [
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    paymentRequests: ['https://api.razorpay.com'],
    opensWindows: true,
  },
}

/** Where a company's code comes from, what it frames and whom it calls. */
export function providerSources({ name }: BrowserProvider): ProviderSources {
  return sources[name]
}
