interface Dashboard {
  /** The provider's own name. */
  name: string
  /** Its list of disputes. */
  url: string
  /** The way to it, for those who are there already. */
  path: string
}

const dashboards = new Map<string, Dashboard>([
  ['stripe', { name: 'Stripe', url: 'https://dashboard.stripe.com/disputes', path: 'Disputes' }],
  [
    'razorpay',
    {
      name: 'Razorpay',
      url: 'https://dashboard.razorpay.com/app/disputes',
      path: 'Transactions, Disputes',
    },
  ],
])

/** Where disputes of a provider are answered; the shop cannot do it for the owner. */
export function findDashboard(provider: string): Dashboard {
  return dashboards.get(provider) ?? { name: provider, url: '', path: 'Disputes' }
}

/** What the owner should collect before answering. Banks decide by what they are sent. */
export const evidence = [
  'The invoice of the order',
  'Proof of delivery: who took the cake, when and where, with a photo or signature',
  'Your messages with the customer: emails, chats, calls',
  'Your refund policy, as your website shows it',
] as const

/** The provider's word for a reason, for people: 'product not received'. */
export function reasonText(reason: string): string {
  return reason.replaceAll('_', ' ')
}
