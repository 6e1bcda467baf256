import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isolated } from '#ui/isolated.ts'
import { MailHeading, MailLayout, MailQuote, MailText } from '#ui/mail-layout.tsx'
import type { StoredMessage } from '../storefront.store.server.ts'

/** To the shop: what a visitor wrote. Answering it goes to the visitor. */
export function MessageMail({ message, shop }: { message: StoredMessage; shop: ShopDetails }) {
  return (
    <MailLayout sender={{ ...shop, url: shop.publicUrl }} preview={isolated(message.message)}>
      <MailHeading>{isolated(message.username)} wrote by the contact page</MailHeading>
      <MailQuote>{message.message}</MailQuote>
      <MailText>Answer to: {message.email}</MailText>
    </MailLayout>
  )
}
