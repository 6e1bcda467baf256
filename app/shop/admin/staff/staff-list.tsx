import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import type { changeRoleEndpoint, resetMemberFactorEndpoint } from './staff.endpoints.ts'
import { staffRoleEntries } from './staff-roles.ts'
import { StaffRow, StaffSection } from './staff-row.tsx'

interface Member {
  id: string
  name: string
  email: string
  role: Role
  hasSecondFactor: boolean
  isYou: boolean
  isOnlyOwner: boolean
}

export function StaffList({ staff }: { staff: readonly Member[] }) {
  return (
    <StaffSection title={staff.length === 1 ? '1 person' : `${staff.length} people`}>
      {staff.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </StaffSection>
  )
}

type Question = 'change' | 'reset' | 'remove'

function MemberRow({ member }: { member: Member }) {
  const { name, email, role, isYou, isOnlyOwner, hasSecondFactor } = member
  const [asked, setAsked] = useState<Question | null>(null)
  const button = (question: Question, label: string, rest: string) => (
    <Button size="small" variant="secondary" onClick={() => setAsked(question)}>
      {label}
      <span className="sr-only">{rest}</span>
    </Button>
  )
  return (
    <StaffRow
      name={
        <>
          <UserText>{name}</UserText>
          {isYou && ' (you)'}
        </>
      }
      detail={<EmailText email={email} />}
      role={role}
      actions={
        isOnlyOwner ? (
          <p className="text-sm text-cocoa-soft">The shop needs an owner.</p>
        ) : (
          <>
            {button('change', 'Change role', ` of ${name}`)}
            {hasSecondFactor && !isYou && button('reset', 'Reset two-step sign-in', ` of ${name}`)}
            {button('remove', 'Remove', ` ${name}`)}
          </>
        )
      }
    >
      <MemberDialogs member={member} asked={asked} onClose={() => setAsked(null)} />
    </StaffRow>
  )
}

interface MemberDialogsProps {
  member: Member
  asked: Question | null
  onClose: () => void
}

function MemberDialogs({ member, asked, onClose }: MemberDialogsProps) {
  const { id, name, role } = member
  const [newRole, setNewRole] = useState(role)
  const { busy, run } = useReloadingAction()

  async function give(role: Role) {
    await run(() => call<typeof changeRoleEndpoint>('POST /staff/role', { body: { id, role } }))
    onClose()
  }
  async function reset() {
    const body = { id }
    await run(() =>
      call<typeof resetMemberFactorEndpoint>('POST /staff/reset-second-factor', { body }),
    )
    onClose()
  }

  return (
    <>
      <ConfirmDialog
        open={asked === 'change'}
        onClose={onClose}
        onConfirm={() => void give(newRole)}
        title={`Change the role of ${name}`}
        confirmLabel="Change role"
        busy={busy}
      >
        <SelectField
          label="Role"
          value={newRole}
          onChange={(event) => setNewRole(event.target.value as Role)}
          hint={`${name} is logged out everywhere and has to log in again.`}
        >
          {staffRoleEntries.map(([value, text]) => (
            <option key={value} value={value}>
              {text.name}
            </option>
          ))}
        </SelectField>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'reset'}
        onClose={onClose}
        onConfirm={() => void reset()}
        title={`Reset two-step sign-in of ${name}?`}
        confirmLabel="Reset"
        danger
        busy={busy}
      >
        Only if you know that it is {name} who asks. The app, recovery codes and passkeys stop
        working, and {name} is logged out everywhere. The password stays. An email tells {name}.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        onClose={onClose}
        onConfirm={() => void give('customer')}
        title={`Remove ${name} from the staff?`}
        confirmLabel="Remove"
        danger
        busy={busy}
      >
        {name} is logged out everywhere at once. The account stays as a customer’s, with its orders.
      </ConfirmDialog>
    </>
  )
}
