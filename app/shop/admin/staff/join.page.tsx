import { data, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import {
  AccountCard,
  AccountForm,
  AccountLink,
  NameField,
  NewPasswordField,
  useAccountForm,
} from '#shop/accounts/account-form.tsx'
import { loginPath } from '#shop/accounts/next-path.ts'
import { refreshSession } from '#shop/accounts/session.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/join.page.ts'
import { readInvitation } from './invitations.server.ts'
import type { acceptInvitationEndpoint, StaffRole } from './staff.endpoints.ts'
import { staffRoleTexts } from './staff-roles.ts'

// Only reads, because mail programs open links by themselves.
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const caller = await app.accounts.callerOf(request.headers)
  const invitation = await readInvitation(app, { token, caller })
  return data({ invitation, token }, { status: invitation ? 200 : 404 })
}

// Whoever knows the address can accept, so no other site may see it.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = () => [
  { title: 'Join the team | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function JoinPage({ loaderData: { invitation, token } }: Route.ComponentProps) {
  if (!invitation) {
    return (
      <AccountCard
        title="This invitation has ended"
        intro="It has expired, was withdrawn or was already used. Please ask the owner of the shop for a new one."
        foot={<AccountLink to="/login">Login</AccountLink>}
      />
    )
  }
  const { email, role, hasAccount, isSignedIn } = invitation
  if (!hasAccount) return <NewMember token={token} email={email} role={role} />
  return isSignedIn ? (
    <AddRole token={token} role={role} />
  ) : (
    <AccountCard
      title="Join the team"
      intro={`You have an account already. Log in as ${email}, then open the link of the invitation again.`}
      foot={<AccountLink to="/login">Login</AccountLink>}
    />
  )
}

const introOf = (role: StaffRole) =>
  `Your role: ${staffRoleTexts[role].name}. ${staffRoleTexts[role].does}`

/** To the login, because the role counts from the next session on. */
function useAccepted() {
  const navigate = useNavigate()
  return async ({ email, message }: { email: string; message: string }) => {
    refreshSession()
    toast.success(message)
    await navigate(loginPath('/admin'), { replace: true, state: { email } })
  }
}

const loadSchema = async () => (await import('./staff.endpoints.ts')).newStaffSchema

function NewMember({ token, email, role }: { token: string; email: string; role: StaffRole }) {
  const accepted = useAccepted()
  const form = useAccountForm(loadSchema, async (values) => {
    const body = { ...values, token }
    await accepted(await call<typeof acceptInvitationEndpoint>('POST /staff/accept', { body }))
  })
  return (
    <AccountForm title="Join the team" intro={introOf(role)} submit="Join" form={form}>
      <TextField label="Email" name="username" autoComplete="username" value={email} readOnly />
      <NameField {...form.field('name')} />
      <NewPasswordField {...form.field('password')} label="Password" />
    </AccountForm>
  )
}

function AddRole({ token, role }: { token: string; role: StaffRole }) {
  const accepted = useAccepted()
  const { busy, run } = useAction()

  async function accept() {
    const body = { token }
    await accepted(await call<typeof acceptInvitationEndpoint>('POST /staff/accept', { body }))
  }

  return (
    <AccountCard
      title="Join the team"
      intro={`${introOf(role)} Your account and your orders stay. You will be asked to log in again.`}
    >
      <Button size="large" wide busy={busy} onClick={() => void run(accept)}>
        Join
      </Button>
    </AccountCard>
  )
}
