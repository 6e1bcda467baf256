import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { findInvitation, type Invitation } from './staff.store.server.ts'
import { roleName, staffRoleTexts } from './staff-roles.ts'

/** How long an invitation is valid, ms. */
export const invitationMs = 48 * 60 * 60 * 1000

const staffInvitationMailData = z.object({ invitationId: z.string() })

export const staffInvitationMail = {
  name: 'staff-invitation',
  cause: 'anyone',
  data: staffInvitationMailData,
  eventId: ({ invitationId }) => invitationId,
  expiresAfterMs: invitationMs,
} satisfies MailKind<typeof staffInvitationMailData>

interface StaffInvitationMailDeps {
  db: Database
  clock: Clock
  shop: ShopDetails
  invitationTokens: TokenSigner
}

/** Signs the link when it composes, so that no link is in the queue. Nothing is sent for an invitation that has ended. */
export function staffInvitationMailComposer(deps: StaffInvitationMailDeps): MailComposer {
  const { db, clock, shop, invitationTokens } = deps
  return mailComposer(staffInvitationMail, async ({ invitationId }) => {
    const invitation = await findInvitation(db, invitationId)
    if (!invitation || invitation.expiresAt <= clock.now()) return null
    const link = `${shop.publicUrl}/join?token=${invitationTokens.sign(invitation.id)}`
    return {
      to: invitation.email,
      subject: `Join the team of ${shop.name}`,
      mail: <StaffInvitationMail invitation={invitation} link={link} shop={shop} />,
    }
  })
}

interface StaffInvitationMailProps {
  invitation: Invitation
  link: string
  shop: ShopDetails
}

function StaffInvitationMail({
  invitation: { role, expiresAt },
  link,
  shop,
}: StaffInvitationMailProps) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Your invitation to work with ${shop.name}.`}
    >
      <MailHeading>Join the team of {shop.name}</MailHeading>
      <MailText>
        You are invited to work with us. Your role: {roleName(role)}. {staffRoleTexts[role].does}
      </MailText>
      <MailButton href={link}>Accept the invitation</MailButton>
      <MailText>
        The link works once, until {formatDateTime(expiresAt)}. If you did not expect this email,
        ignore it.
      </MailText>
    </MailLayout>
  )
}
