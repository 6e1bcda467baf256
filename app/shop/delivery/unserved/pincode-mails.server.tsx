import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { confirmationLinkMs } from '#shop/mails/confirmation-times.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { findUnconfirmed } from './unserved.store.server.ts'

const mailData = z.object({ mailId: z.uuid(), email: z.email(), pincode: z.string() })

/** Asks the owner of an address whether they want to be told of a pincode. */
export const confirmPincodeMail = {
  name: 'confirm-pincode',
  cause: 'anyone',
  data: mailData,
  eventId: ({ mailId }) => mailId,
  expiresAfterMs: confirmationLinkMs,
} satisfies MailKind<typeof mailData>

/** Tells who confirmed it that the shop delivers to their pincode now. */
export const pincodeServedMail = {
  name: 'pincode-served',
  cause: 'recipient',
  data: mailData,
  eventId: ({ mailId }) => mailId,
} satisfies MailKind<typeof mailData>

interface PincodeMailDeps {
  db: Database
  shop: ShopDetails
}

export function pincodeMailComposers({ db, shop }: PincodeMailDeps): MailComposer[] {
  return [
    mailComposer(confirmPincodeMail, async ({ email, pincode }) => {
      const request = await findUnconfirmed(db, { email, pincode })
      if (!request) return null
      const link = `${shop.publicUrl}/tell-me?token=${request.token}`
      return {
        to: email,
        subject: `Shall we tell you when we deliver to ${pincode}?`,
        mail: <ConfirmPincodeMail link={link} pincode={pincode} shop={shop} />,
      }
    }),
    mailComposer(pincodeServedMail, async ({ email, pincode }) => ({
      to: email,
      subject: `We deliver to ${pincode} now`,
      mail: <PincodeServedMail pincode={pincode} shop={shop} />,
    })),
  ]
}

interface MailProps {
  pincode: string
  shop: ShopDetails
}

function ConfirmPincodeMail({ link, pincode, shop }: MailProps & { link: string }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`One more step: please confirm that you want to hear from us about ${pincode}.`}
    >
      <MailHeading>We do not deliver to {pincode} yet</MailHeading>
      <MailText>
        Somebody entered your email to be told when we do. If it was you, please confirm it within 7
        days. By the same link you can change your mind later.
      </MailText>
      <MailButton href={link}>Tell me when you do</MailButton>
      <MailText>If it wasn’t you, ignore this email. We won’t email you again.</MailText>
    </MailLayout>
  )
}

function PincodeServedMail({ pincode, shop }: MailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="You asked us to tell you. This is the only email about it."
    >
      <MailHeading>We deliver to {pincode} now</MailHeading>
      <MailText>
        You asked us to tell you. This is the only email about it: we have deleted your request.
      </MailText>
      <MailButton href={`${shop.publicUrl}/products`}>See our cakes</MailButton>
    </MailLayout>
  )
}
