import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { evidence, findDashboard, reasonText } from '#shop/orders/disputes/dispute-status.ts'
import { disputeStatuses } from '#shop/payments/payment-provider.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'

const disputeData = z.object({
  disputeId: z.uuid(),
  orderNumber: z.int(),
  provider: z.string(),
  amountPaise: z.int(),
  reason: z.string(),
})

/** To the owner, once for each deadline. */
export const disputeOpenedMail = declareMail({
  name: 'dispute-opened',
  cause: 'shop',
  data: disputeData.extend({ answerBy: z.iso.datetime().nullable() }),
  write({ shop }, { orderNumber, provider, amountPaise, reason, answerBy }) {
    const { name, path } = findDashboard(provider)
    const claim = `The customer’s bank wants ${formatInr(amountPaise)} of order ${orderNumber} back.`
    const deadline = answerBy === null ? null : new Date(answerBy)
    const untilDay = deadline ? `, answer by ${formatDate(deadline)}` : ''
    const request = deadline ? `Please answer by ${formatDateTime(deadline)}` : 'Please look at it'
    return {
      to: shop.email,
      subject: `Payment disputed: order ${orderNumber}${untilDay}`,
      preview: claim,
      heading: 'A payment is disputed',
      parts: [
        `${claim} Reason: ${reasonText(reason)}.`,
        `${request} in the ${name} dashboard, under ${path}. Without an answer the money is lost.`,
        'What banks want to see:',
        ...evidence.map((item) => `• ${item}`),
        orderButton(shop, orderNumber),
      ],
    }
  },
})

const endings = {
  won: 'The bank decided for you: the money stays with you.',
  lost: 'The bank decided for the customer: the money is gone. The order counts it as refunded.',
  closed: 'It was closed without a decision against you. Nothing else is needed.',
  open: 'It needs your answer again.',
  under_review: 'The bank is looking at it again.',
} as const

export const disputeEndedMail = declareMail({
  name: 'dispute-ended',
  cause: 'shop',
  data: disputeData.extend({ status: z.enum(disputeStatuses) }),
  write({ shop }, { orderNumber, amountPaise, status }) {
    const news = `The dispute about ${formatInr(amountPaise)} of order ${orderNumber} is ${status}.`
    return {
      to: shop.email,
      subject: `Dispute ${status}: order ${orderNumber}`,
      preview: news,
      heading: `A dispute is ${status}`,
      parts: [`${news} ${endings[status]}`, orderButton(shop, orderNumber)],
    }
  },
})

function orderButton({ publicUrl }: AppContext['shop'], orderNumber: number) {
  const href = `${publicUrl}/admin/orders/${orderNumber}`
  return { button: `Open order ${orderNumber}`, href }
}
