import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { EmailField, FieldsWithButton, useAccountForm } from '#shop/accounts/account-form.tsx'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/staff.page.ts'
import type { InviteStaff } from './invite-staff.server.ts'
import { listInvitations, listStaff } from './staff.store.server.ts'
import { InvitationList, StaffList } from './staff-list.tsx'
import { staffRoleEntries } from './staff-roles.ts'

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
      email,
      role,
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= now,
    })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Staff | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

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
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<InviteStaff>('POST /staff/invite', { body })
    form.props.ref.current?.reset()
    toast.success(message)
    await revalidate()
  })
  return (
    <section aria-labelledby="invite" className="card grid gap-4 p-4 md:p-6">
      <h2 id="invite" className="text-lg">
        Invite somebody
      </h2>
      <FieldsWithButton form={form} submit="Send invitation">
        <EmailField {...form.field('email')} autoComplete="off" />
        <SelectField {...form.field('role')} label="Role" defaultValue="kitchen" required>
          {staffRoleEntries.map(([role, { name }]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </SelectField>
      </FieldsWithButton>
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
