import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { ApiError, call } from '#platform/http/api-client.ts'
import {
  AccountCard,
  AccountForm,
  AccountLink,
  EmailField,
  keepNewPassword,
  NameField,
  NewPasswordField,
  useAccountForm,
} from '#shop/accounts/account-form.tsx'
import { loginPath } from '#shop/accounts/next-path.ts'
import { refreshSession } from '#shop/accounts/session.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/join.page.ts'
import type { AcceptInvitation, ReadInvitation } from './invite-staff.server.ts'
import { type StaffRole, staffRoleTexts } from './staff-roles.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Join the team')

type Invitation = z.output<ReadInvitation['response']>

export default function JoinPage() {
  // The token is after the #, so that no server and no log sees it.
  const token = useLocation().hash.slice(1)
  const invitation = useInvitation(token)
  if (invitation === 'loading') {
    return (
      <AccountCard title="Join the team">
        <p role="status">Opening your invitation…</p>
        <NeedsScript>This page needs JavaScript.</NeedsScript>
      </AccountCard>
    )
  }
  if (invitation instanceof ApiError) {
    const isOver = invitation.problem.status === 404
    return (
      <AccountCard
        title={isOver ? 'This invitation has ended' : 'Join the team'}
        intro={
          isOver
            ? 'It has expired, was withdrawn or was already used. Please ask the owner of the shop for a new one.'
            : invitation.problem.detail
        }
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

/** Only reads, because mail programs open links by themselves. */
function useInvitation(token: string): Invitation | ApiError | 'loading' {
  const [invitation, setInvitation] = useState<Invitation | ApiError | 'loading'>('loading')
  useEffect(() => {
    call<ReadInvitation>('POST /staff/invitation', { body: { token } }).then(
      setInvitation,
      setInvitation,
    )
  }, [token])
  return invitation
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

const loadSchema = async () => (await import('./staff.schema.ts')).newStaffSchema

function NewMember({ token, email, role }: { token: string; email: string; role: StaffRole }) {
  const accepted = useAccepted()
  const form = useAccountForm(loadSchema, async (values) => {
    const body = { ...values, token }
    keepNewPassword(values.password)
    await accepted(await call<AcceptInvitation>('POST /staff/accept', { body }))
  })
  return (
    <AccountForm title="Join the team" intro={introOf(role)} submit="Join" form={form}>
      {email ? (
        <TextField label="Email" name="email" autoComplete="username" value={email} readOnly />
      ) : (
        <EmailField {...form.field('email')} autoComplete="username" fill={form.fill} />
      )}
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
    await accepted(await call<AcceptInvitation>('POST /staff/accept', { body }))
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
