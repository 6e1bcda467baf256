import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText, renderMail } from '#ui/mail-layout.tsx'

/** Tells the shop of money that came for an order that was over, or of another amount than agreed. */
export const mailUnexpectedMoney = {
  name: 'mail-unexpected-money',
  data: z.object({
    orderNumber: z.number().int(),
    receivedPaise: z.number().int(),
    agreedPaise: z.number().int(),
  }),
  retryLimit: 10,
} satisfies Job

type Money = z.output<typeof mailUnexpectedMoney.data>

export function unexpectedMoneyHandler(deps: { mailer: Mailer; shop: ShopDetails }): JobHandler {
  return handles(mailUnexpectedMoney, async (money) => {
    const { html, text } = await renderMail(<UnexpectedMoneyMail {...money} shop={deps.shop} />)
    await deps.mailer.send({
      id: `unexpected-money-${money.orderNumber}`,
      to: deps.shop.email,
      subject: `Money given back: order ${money.orderNumber}`,
      html,
      text,
    })
  })
}

function UnexpectedMoneyMail(props: Money & { shop: ShopDetails }) {
  const { orderNumber, receivedPaise, agreedPaise, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(receivedPaise)} came and goes back.`}
    >
      <MailHeading>Money that was not expected</MailHeading>
      <MailText>
        {formatInr(receivedPaise)} came for order {orderNumber}, which had expired or was about{' '}
        {formatInr(agreedPaise)}. All of it is being given back. The order was not placed.
      </MailText>
    </MailLayout>
  )
}
