import { type DisputeStatus, disputeStatuses, type ProviderDispute } from '../payment-provider.ts'
import type { RazorpayDispute } from './razorpay-api.server.ts'

/** In these phases the bank only asks, and a refund answers it. Later the amount is withheld already. */
const refundablePhases = ['fraud', 'retrieval']

/** A status that is not known here is shown as one to be answered, so that somebody looks at it. */
export function toDispute(dispute: RazorpayDispute): ProviderDispute {
  const { id, amount, amount_deducted, reason_code, respond_by, phase } = dispute
  const status = disputeStatuses.find((known) => known === dispute.status) ?? 'open'
  return {
    id,
    status,
    amountPaise: (status === 'lost' && amount_deducted) || amount,
    reason: reason_code ?? phase,
    answerBy: respond_by ? new Date(respond_by * 1000) : null,
    isRefundable: isEnded(status) || refundablePhases.includes(phase),
  }
}

function isEnded(status: DisputeStatus): boolean {
  return status !== 'open' && status !== 'under_review'
}
