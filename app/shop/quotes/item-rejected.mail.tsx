import { isolated } from '#ui/isolated.ts'
import { MailButton, MailHeading, MailLayout, MailQuote, MailText } from '#ui/mail-layout.tsx'
import { type CakeMailProps, OrderedCake, QuestionsText } from './quote-mail-parts.tsx'

/** Tells the customer that the baker cannot make the cake, why, and what to do now. */
export function ItemRejectedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Here is why, and what you can do. Nothing is to be paid for it."
    >
      <MailHeading>We cannot make this cake</MailHeading>
      <MailText>
        Hello {isolated(order.user.name)}, we are sorry: our baker cannot make the customised cake
        of order {order.number}. This is what stands against it:
      </MailText>
      <MailQuote>{item.problem}</MailQuote>
      <OrderedCake {...cake} />
      <MailText>
        There is nothing to pay for it.
        {order.order.length > 1 && ' The rest of your order stays as it is.'} You can change the
        design or the details and ask us again, or call us, and we find a way together.
      </MailText>
      <MailButton href={`${shop.publicUrl}/customizecake`}>Ask for another cake</MailButton>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}
