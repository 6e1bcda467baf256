import type { DisputeStatus } from '#shop/payments/payment-provider.ts'

/** How far along a dispute is. A later event usually says something further along. */
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
 * Whether an event replaces what is known of a dispute: the provider's newer word counts, whichever comes first. Banks
 * change their minds: what was won may be challenged again, what was lost may be appealed. The provider's time has whole
 * seconds, so of two events of one second the one that is further along counts.
 */
export function isNewer(report: Reported, known: Reported): boolean {
  const later = report.reportedAt.getTime() - known.reportedAt.getTime()
  return later > 0 || (later === 0 && ranks[report.status] > ranks[known.status])
}

/** Whether the bank has decided, or given up. */
export function isEnded(status: DisputeStatus): boolean {
  return ranks[status] >= ranks.closed
}

/** How the status reads on pages and in mails. */
export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: 'Needs your answer',
  under_review: 'With the bank',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}
