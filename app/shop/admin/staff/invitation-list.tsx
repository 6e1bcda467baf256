import { call } from '#platform/http/api-client.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { inviteStaffEndpoint, withdrawInvitationEndpoint } from './staff.endpoints.ts'
import type { StaffRole } from './staff.schema.ts'
import { StaffRow, StaffSection } from './staff-row.tsx'

interface OpenInvitation {
  id: string
  email: string
  role: StaffRole
  /** ISO 8601 */
  expiresAt: string
  isExpired: boolean
}

export function InvitationList({ invitations }: { invitations: readonly OpenInvitation[] }) {
  return (
    <StaffSection title="Invitations">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </StaffSection>
  )
}

function InvitationRow({ invitation }: { invitation: OpenInvitation }) {
  const { id, email, role, expiresAt, isExpired } = invitation
  const { busy, run } = useReloadingAction()
  const ends = formatDateTime(new Date(expiresAt))
  const inviteAgain = () =>
    run(() => call<typeof inviteStaffEndpoint>('POST /staff/invite', { body: { email, role } }))
  const withdraw = () =>
    run(() => call<typeof withdrawInvitationEndpoint>('POST /staff/withdraw', { body: { id } }))
  return (
    <StaffRow
      name={<EmailText email={email} />}
      detail={
        isExpired ? <span className="text-chilli">Expired on {ends}</span> : `Works until ${ends}`
      }
      role={role}
      actions={
        <>
          <Button size="small" variant="secondary" busy={busy} onClick={() => void inviteAgain()}>
            Invite again<span className="sr-only">: {email}</span>
          </Button>
          <Button size="small" variant="secondary" busy={busy} onClick={() => void withdraw()}>
            Withdraw<span className="sr-only"> the invitation of {email}</span>
          </Button>
        </>
      }
    />
  )
}
