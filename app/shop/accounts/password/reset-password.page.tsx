import { useLocation, useNavigate } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { toast } from '#ui/toast.tsx'
import type { NewPassword } from '../account.schema.ts'
import type { resetPasswordEndpoint } from '../accounts.endpoints.ts'
import { AccountForm, AccountLink, PasswordField, useAccountForm } from '../login/account-form.tsx'

export const meta = () => [{ title: 'New password | Cakewala' }]

const resolver = schemaResolver<NewPassword, NewPassword>(
  async () => (await import('../account.schema.ts')).newPasswordSchema,
)

export default function ResetPasswordPage() {
  const navigate = useNavigate()
  // The token is after the #, so that no server and no log sees it.
  const token = useLocation().hash.slice(1)
  const form = useAccountForm(resolver, async ({ password }) => {
    const { message } = await call<typeof resetPasswordEndpoint>('POST /users/reset-password', {
      body: { token, password },
    })
    toast.success(message)
    await navigate('/login', { replace: true })
  })
  return (
    <AccountForm
      title="Set a new password"
      intro="You will be logged out everywhere else."
      submit="Set password"
      form={form}
      foot={<AccountLink to="/forgot-password">Ask for a new link</AccountLink>}
    >
      <PasswordField
        {...form.field('password')}
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
      />
    </AccountForm>
  )
}
