import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailLink, MailText } from '#ui/mail-layout.tsx'

interface SubscribedMailProps {
  unsubscribeLink: string
  shop: ShopDetails
}

export function SubscribedMail({ unsubscribeLink, shop }: SubscribedMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="You will hear from us when there is something new to taste."
    >
      <MailHeading>Thank you for subscribing</MailHeading>
      <MailText>
        You will hear from us when there is something new to taste: a season's fruit, a festival's
        sweets, now and then a kind price.
      </MailText>
      <MailButton href={`${shop.publicUrl}/products`}>See our cakes</MailButton>
      <MailText>
        Was it not you, or enough already? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink>
      </MailText>
    </MailLayout>
  )
}
