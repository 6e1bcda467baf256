import { useLocation, useNavigate } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { toast } from '#ui/toast.tsx'
import { AccountForm, AccountLink, NewPasswordField, useAccountForm } from '../account-form.tsx'
import type { Route } from './+types/reset-password.page.ts'
import type { resetPasswordEndpoint } from './reset-password.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'New password')

const loadSchema = async () => (await import('../accounts.schema.ts')).newPasswordSchema

export default function ResetPasswordPage() {
  const navigate = useNavigate()
  // The token is after the #, so that no server and no log sees it.
  const token = useLocation().hash.slice(1)
  const form = useAccountForm(loadSchema, async ({ password }) => {
    const { message } = await call<typeof resetPasswordEndpoint>('POST /users/reset-password', {
      body: { token, password },
    })
    toast.success(message)
    await navigate('/login', { replace: true })
  })
  return (
    <AccountForm
      title="Set a new password"
      intro="You will be logged out on all other devices."
      submit="Set password"
      form={form}
      foot={<AccountLink to="/forgot-password">Request a new link</AccountLink>}
    >
      <NewPasswordField {...form.field('password')} label="New password" />
    </AccountForm>
  )
}
