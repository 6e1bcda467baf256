import { useNavigate } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { toast } from '#ui/toast.tsx'
import type { Login } from './account.schema.ts'
import { AccountForm } from './account-form.tsx'
import { AccountLink } from './account-link.tsx'
import type { loginEndpoint } from './accounts.endpoints.ts'
import { afterLogin, registerPath, safeNext } from './next-path.ts'
import { PasswordField } from './password-field.tsx'
import { signedIn } from './session.ts'
import { useAccountForm } from './use-account-form.ts'

const checks = schemaResolver<Login, Login>(
  async () => (await import('./account.schema.ts')).loginSchema,
)

/** `next`: where the login should lead, as the address says it. */
export function LoginForm({ next }: { next: string | null }) {
  const navigate = useNavigate()
  const form = useAccountForm(checks, async (body) => {
    const answer = await call<typeof loginEndpoint>('POST /users/login', { body })
    signedIn()
    toast.success(answer.message)
    await navigate(afterLogin(answer.isAdmin, next), { replace: true })
  })
  return (
    <AccountForm
      title="Login Yourself"
      submit="Login"
      form={form}
      foot={
        <>
          <AccountLink to="/forgot-password">Forgot your password?</AccountLink>
          <AccountLink to={registerPath(safeNext(next))}>New here? Register</AccountLink>
        </>
      }
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        required
      />
    </AccountForm>
  )
}
