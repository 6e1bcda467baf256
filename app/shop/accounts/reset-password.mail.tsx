import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'

interface ResetPasswordMailProps {
  name: string
  /** Works once, for an hour. */
  link: string
  shop: ShopDetails
}

export function ResetPasswordMail({ name, link, shop }: ResetPasswordMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Set a new password with the link inside."
    >
      <MailHeading>Set a new password</MailHeading>
      <MailText>
        Hello {cleanUserText(name)}, you asked for a new password for your account at {shop.name}.
        This link works once, within an hour.
      </MailText>
      <MailButton href={link}>Set a new password</MailButton>
      <MailText>
        Was it not you? Then there is nothing to do: your password stays as it is.
      </MailText>
    </MailLayout>
  )
}
