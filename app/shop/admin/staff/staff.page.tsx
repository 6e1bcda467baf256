import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { FieldsWithButton, useAccountForm } from '#shop/accounts/account-form.tsx'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { drawQr, QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import { listInvitations, listStaff } from '../users.store.server.ts'
import type { Route } from './+types/staff.page.ts'
import type { ChangeRole, ResetMemberFactor } from './change-member.server.ts'
import { type InviteStaff, invitedEmail, type WithdrawInvitation } from './invite-staff.server.ts'
import { roleName, staffRoleEntries } from './staff-roles.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id } = await requireStaff({ request, url }, app, 'manage-staff')
  const [staff, invitations] = await Promise.all([listStaff(app.db), listInvitations(app.db)])
  const now = app.clock.now()
  const hasOneOwner = staff.filter(({ role }) => role === 'owner').length === 1
  return {
    staff: staff.map((member) => ({
      ...member,
      isYou: member.id === id,
      isOnlyOwner: hasOneOwner && member.role === 'owner',
    })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email: invitedEmail({ id, email }),
      role,
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= now,
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Staff')

export default function StaffPage({ loaderData: { staff, invitations } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Staff</h1>
        <p className="mt-1 text-cocoa-soft">Who works in the shop, and what they may do.</p>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-5">
          <StaffList staff={staff} />
          {invitations.length > 0 && <InvitationList invitations={invitations} />}
        </div>
        <InviteForm />
      </div>
    </div>
  )
}

const loadSchema = async () => (await import('./staff.schema.ts')).invitationSchema

function InviteForm() {
  const { revalidate } = useRevalidator()
  const [link, setLink] = useState<string>()
  const form = useAccountForm(loadSchema, async (body) => {
    const invited = await call<InviteStaff>('POST /staff/invite', { body })
    form.props.ref.current?.reset()
    setLink(invited.link)
    toast.success(invited.message)
    await revalidate()
  })
  return (
    <section aria-labelledby="invite" className="card grid gap-4 p-4 md:p-6">
      <h2 id="invite" className="text-lg">
        Invite somebody
      </h2>
      <FieldsWithButton form={form} submit="Send invitation">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          hint="Empty for kitchen staff: you get a link to hand over."
        />
        <SelectField {...form.field('role')} label="Role" defaultValue="kitchen" required>
          {staffRoleEntries.map(([role, { name }]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </SelectField>
      </FieldsWithButton>
      {link && <HandOver link={link} />}
      <dl className="grid gap-2 border-t border-line pt-4 text-sm">
        {staffRoleEntries.map(([role, { name, does }]) => (
          <div key={role}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-cocoa-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The link of an invitation without an email. It is shown until the page is left, and never again. */
function HandOver({ link }: { link: string }) {
  return (
    <div className="grid gap-3 rounded-field bg-blush p-4">
      <p role="status" className="text-sm">
        Give this link to your colleague alone: whoever opens it first joins. It is not shown again.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyLink url={link} message="Join our team">
          Copy the link
        </CopyLink>
      </div>
      <QrCode {...drawQr(link)} label="QR code of the invitation" />
    </div>
  )
}

type Listed = Route.ComponentProps['loaderData']
type Member = Listed['staff'][number]

function StaffList({ staff }: Pick<Listed, 'staff'>) {
  return (
    <StaffSection title={staff.length === 1 ? '1 person' : `${staff.length} people`}>
      {staff.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </StaffSection>
  )
}

function MemberRow({ member }: { member: Member }) {
  const { id, name, email, role, isYou, isOnlyOwner, hasSecondFactor } = member
  const [newRole, setNewRole] = useState(role)
  const changeRole = (role: Role) => call<ChangeRole>('POST /staff/role', { body: { id, role } })
  return (
    <StaffRow
      name={
        <>
          <UserText>{name}</UserText>
          <span>{isYou && ' (you)'}</span>
        </>
      }
      detail={<EmailText email={email} />}
      role={role}
    >
      {isOnlyOwner ? (
        <p className="text-sm text-cocoa-soft">The shop needs an owner.</p>
      ) : (
        <>
          <AskButton
            label="Change role"
            about={` of ${name}`}
            title={`Change the role of ${name}`}
            confirmLabel="Change role"
            send={() => changeRole(newRole)}
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
          </AskButton>
          {hasSecondFactor && !isYou && (
            <AskButton
              label="Reset two-step login"
              about={` of ${name}`}
              title={`Reset two-step login of ${name}?`}
              confirmLabel="Reset"
              danger
              send={() =>
                call<ResetMemberFactor>('POST /staff/reset-second-factor', { body: { id } })
              }
            >
              Only if you know that it is <UserText>{name}</UserText> who asks. The app, recovery
              codes and passkeys stop working, and <UserText>{name}</UserText> is logged out
              everywhere. The password stays. An email tells <UserText>{name}</UserText>.
            </AskButton>
          )}
          <AskButton
            label="Remove"
            about={` ${name}`}
            title={`Remove ${name} from the staff?`}
            confirmLabel="Remove"
            danger
            send={() => changeRole('customer')}
          >
            <UserText>{name}</UserText> is logged out everywhere at once. The account stays as a
            customer’s, with its orders.
          </AskButton>
        </>
      )}
    </StaffRow>
  )
}

function InvitationList({ invitations }: Pick<Listed, 'invitations'>) {
  return (
    <StaffSection title="Invitations">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </StaffSection>
  )
}

function InvitationRow({ invitation }: { invitation: Listed['invitations'][number] }) {
  const { id, email, role, expiresAt, isExpired } = invitation
  const { busy, run } = useReloadingAction()
  const ends = formatDateTime(new Date(expiresAt))
  const inviteAgain = () =>
    run(() => call<InviteStaff>('POST /staff/invite', { body: { email, role } }))
  const withdraw = () =>
    run(() => call<WithdrawInvitation>('POST /staff/withdraw', { body: { id } }))
  return (
    <StaffRow
      name={email ? <EmailText email={email} /> : 'By a link'}
      detail={
        isExpired ? (
          <span className="text-chilli">{`Expired on ${ends}`}</span>
        ) : (
          `Works until ${ends}`
        )
      }
      role={role}
    >
      {email && (
        <Button size="small" variant="secondary" busy={busy} onClick={() => void inviteAgain()}>
          Invite again<span className="sr-only">{`: ${email}`}</span>
        </Button>
      )}
      <Button size="small" variant="secondary" busy={busy} onClick={() => void withdraw()}>
        Withdraw
        <span className="sr-only">{` the invitation ${email ? `of ${email}` : 'by a link'}`}</span>
      </Button>
    </StaffRow>
  )
}

function StaffSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card p-4 md:p-6">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 divide-y divide-line">{children}</ul>
    </section>
  )
}

interface StaffRowProps {
  name: ReactNode
  detail: ReactNode
  role: Role
  /** Buttons, or why there are none. */
  children: ReactNode
}

/** Somebody who works in the shop or is invited: who, the role, and what can be done. */
function StaffRow({ name, detail, role, children }: StaffRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-cocoa-soft">{detail}</p>
      </div>
      <span className="rounded-pill bg-blush px-3 py-1 text-sm font-semibold">
        {roleName(role)}
      </span>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
