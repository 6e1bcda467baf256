import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { Route } from './+types/staff.page.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { listInvitations, listStaff } from './staff.store.server.ts'
import { StaffList } from './staff-list.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id } = await requireStaff(request, app, 'manage-staff')
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
