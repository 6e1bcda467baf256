import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText, MailUserText } from '#ui/mail-layout.tsx'
import type { Accounts } from '../accounts.server.ts'
import { personByEmail, personById } from '../accounts.store.server.ts'
import { findEmailLink } from './email-change.store.server.ts'

/** How long the links of a change are valid, ms. */
export const emailLinkMs = dayMs

const emailLinkData = z.object({ linkId: z.string(), userId: z.string() })

export const emailChangeMail = {
  name: 'email-change',
  cause: 'anyone',
  data: emailLinkData,
  eventId: ({ linkId }) => linkId,
  expiresAfterMs: emailLinkMs,
} satisfies MailKind<typeof emailLinkData>

interface EmailLinkMailDeps {
  accounts: Accounts
  db: Database
  clock: Clock
  shop: ShopDetails
}

/** Signs the link when it composes, so that no link is in the queue. Nothing is sent for a change that has ended. */
export function emailChangeMailComposer(deps: EmailLinkMailDeps): MailComposer {
  const { accounts, db, clock, shop } = deps
  return mailComposer(emailChangeMail, async ({ linkId, userId }) => {
    const found = await findEmailLink(db, linkId, clock.now())
    const person = await personById(db, userId)
    if (!found || !person) return null
    const { mailbox, newEmail } = found
    // After the #: browsers do not send fragments, so the token is in no access log.
    const link = `${shop.publicUrl}/confirm-email#${accounts.emailTokens.sign(linkId)}`
    if (mailbox === 'old') {
      const mail = <OldMailboxMail newEmail={newEmail} link={link} shop={shop} />
      return { to: person.email, subject: 'Confirm your new email', mail }
    }
    const isTaken = (await personByEmail(db, newEmail)) !== null
    return {
      to: newEmail,
      subject: isTaken ? 'You have an account already' : 'Confirm your email',
      mail: isTaken ? <TakenMail shop={shop} /> : <NewMailboxMail link={link} shop={shop} />,
    }
  })
}

interface MailboxMailProps {
  /** Works for a day. */
  link: string
  shop: ShopDetails
}

function OldMailboxMail({ newEmail, link, shop }: MailboxMailProps & { newEmail: string }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Your account is to get another email."
    >
      <MailHeading>Confirm your new email</MailHeading>
      <MailText>You asked to change the email of your account at {shop.name} to:</MailText>
      <MailUserText>{newEmail}</MailUserText>
      <MailText>
        Please confirm it here, and with the link that we sent to the new address. Both links work
        for 24 hours.
      </MailText>
      <MailButton href={link}>Confirm the change</MailButton>
      <MailText>
        If this was not you, do not confirm it. Somebody knows your password: set a new one at{' '}
        {`${shop.publicUrl}/forgot-password`}, which ends the change too.
      </MailText>
    </MailLayout>
  )
}

function NewMailboxMail({ link, shop }: MailboxMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="An account is to get your email."
    >
      <MailHeading>Confirm your email</MailHeading>
      <MailText>
        Somebody asked to use this address for an account at {shop.name}. If it was you, please
        confirm it here, and with the link that we sent to the old address. Both links work for 24
        hours.
      </MailText>
      <MailButton href={link}>Confirm this email</MailButton>
      <MailText>If this was not you, ignore this email. Nothing changes.</MailText>
    </MailLayout>
  )
}

/** Only who reads this mailbox learns that it has an account. */
function TakenMail({ shop }: { shop: ShopDetails }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="This address belongs to an account."
    >
      <MailHeading>You have an account already</MailHeading>
      <MailText>
        Somebody asked to use this address for an account at {shop.name}, but you have an account
        with it. An address can have one account only, so nothing changes.
      </MailText>
      <MailButton href={`${shop.publicUrl}/login`}>Log in</MailButton>
      <MailText>If this was not you, ignore this email.</MailText>
    </MailLayout>
  )
}
