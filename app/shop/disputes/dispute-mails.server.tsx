import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { disputeStatuses } from '#shop/payments/payment-provider.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { evidence, findDashboard, reasonText } from './provider-dashboard.ts'

const disputeData = z.object({
  disputeId: z.uuid(),
  orderNumber: z.int(),
  provider: z.string(),
  amountPaise: z.int(),
  reason: z.string(),
})

const disputeOpenedData = disputeData.extend({ answerBy: z.iso.datetime().nullable() })

/** Tells the owner about a dispute to answer; once for each day by which to answer. */
export const disputeOpenedMail = {
  name: 'dispute-opened',
  cause: 'shop',
  data: disputeOpenedData,
  eventId: ({ disputeId, answerBy }) =>
    `${answerBy === null ? 0 : Math.floor(Date.parse(answerBy) / 1000)}-${disputeId}`,
} satisfies MailKind<typeof disputeOpenedData>

const disputeEndedData = disputeData.extend({ status: z.enum(disputeStatuses) })

/** Tells the owner how a dispute ended. */
export const disputeEndedMail = {
  name: 'dispute-ended',
  cause: 'shop',
  data: disputeEndedData,
  eventId: ({ disputeId, status }) => `${status}-${disputeId}`,
} satisfies MailKind<typeof disputeEndedData>

export function disputeMailComposers({ shop }: { shop: ShopDetails }): MailComposer[] {
  return [
    mailComposer(disputeOpenedMail, async (dispute) => ({
      to: shop.email,
      subject: `Payment disputed: order ${dispute.orderNumber}${untilDay(dispute.answerBy)}`,
      mail: <DisputeOpenedMail {...dispute} shop={shop} />,
    })),
    mailComposer(disputeEndedMail, async (dispute) => ({
      to: shop.email,
      subject: `Dispute ${dispute.status}: order ${dispute.orderNumber}`,
      mail: <DisputeEndedMail {...dispute} shop={shop} />,
    })),
  ]
}

function untilDay(answerBy: string | null): string {
  return answerBy === null ? '' : `, answer by ${formatDate(new Date(answerBy))}`
}

function DisputeOpenedMail(props: z.output<typeof disputeOpenedData> & { shop: ShopDetails }) {
  const { orderNumber, provider, amountPaise, reason, answerBy, shop } = props
  const amount = formatInr(amountPaise)
  const { name, path } = findDashboard(provider)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`The customer’s bank wants ${amount} of order ${orderNumber} back.`}
    >
      <MailHeading>A payment is disputed</MailHeading>
      <MailText>
        The customer’s bank wants {amount} of order {orderNumber} back. Reason: {reasonText(reason)}
        .
      </MailText>
      <MailText>
        {answerBy === null
          ? 'Please look at it'
          : `Please answer by ${formatDateTime(new Date(answerBy))}`}{' '}
        in the {name} dashboard, under {path}. Without an answer the money is lost.
      </MailText>
      <MailText>What banks want to see:</MailText>
      {evidence.map((item) => (
        <MailText key={item}>• {item}</MailText>
      ))}
      <MailButton href={orderUrl(shop, orderNumber)}>Open order {orderNumber}</MailButton>
    </MailLayout>
  )
}

const endings = {
  won: 'The bank decided for you: the money stays with you.',
  lost: 'The bank decided for the customer: the money is gone. The order counts it as refunded.',
  closed: 'It was closed without a decision against you. Nothing else is needed.',
  open: 'It needs your answer again.',
  under_review: 'The bank is looking at it again.',
} as const

function DisputeEndedMail(props: z.output<typeof disputeEndedData> & { shop: ShopDetails }) {
  const { orderNumber, amountPaise, status, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`The dispute about ${formatInr(amountPaise)} of order ${orderNumber} is ${status}.`}
    >
      <MailHeading>A dispute is {status}</MailHeading>
      <MailText>
        The dispute about {formatInr(amountPaise)} of order {orderNumber} is {status}.{' '}
        {endings[status]}
      </MailText>
      <MailButton href={orderUrl(shop, orderNumber)}>Open order {orderNumber}</MailButton>
    </MailLayout>
  )
}

const orderUrl = (shop: ShopDetails, orderNumber: number) =>
  `${shop.publicUrl}/admin/orders/${orderNumber}`
