import type { DisputeStatus } from '#shop/payments/payment-provider.ts'

/** The usual order of statuses. */
const ranks: Record<DisputeStatus, number> = {
  open: 0,
  under_review: 1,
  closed: 2,
  won: 3,
  lost: 4,
}

interface Reported {
  status: DisputeStatus
  reportedAt: Date
}

/**
 * Whether an event replaces the stored status of a dispute: the newer one counts, in whatever order they arrive. Banks
 * may reopen a dispute that was won or lost. The provider's time has whole seconds, so within one second the later
 * status counts.
 */
export function isNewer(report: Reported, known: Reported): boolean {
  const later = report.reportedAt.getTime() - known.reportedAt.getTime()
  return later > 0 || (later === 0 && ranks[report.status] > ranks[known.status])
}

/** Whether the bank has decided or closed the dispute. */
export function isEnded(status: DisputeStatus): boolean {
  return ranks[status] >= ranks.closed
}

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: 'Needs your answer',
  under_review: 'With the bank',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}

interface Dashboard {
  name: string
  url: string
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

export function findDashboard(provider: string): Dashboard {
  return dashboards.get(provider) ?? { name: provider, url: '', path: 'Disputes' }
}

export const evidence = [
  'The invoice of the order',
  'Proof of delivery: who took the cake, when and where, with a photo or signature',
  'Your messages with the customer: emails, chats, calls',
  'Your refund policy, as your website shows it',
] as const

/** 'product_not_received' → 'product not received'. */
export function reasonText(reason: string): string {
  return reason.replaceAll('_', ' ')
}
