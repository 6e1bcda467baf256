import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { toast } from '#ui/toast.tsx'
import type { Login } from '../account.schema.ts'
import type { loginEndpoint } from '../accounts.endpoints.ts'
import { afterLogin, noticeText, registerPath, safeNext } from '../next-path.ts'
import { signedIn } from '../session.ts'
import type { Route } from './+types/login.page.ts'
import { AccountForm, AccountLink, PasswordField, useAccountForm } from './account-form.tsx'

export const meta = () => [{ title: 'Login | Cakewala' }]

/** Redirects visitors who are already signed in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await context.get(appContext).accounts.callerOf(request.headers)
  if (caller) {
    const next = new URL(request.url).searchParams.get('next')
    throw redirect(afterLogin(caller.isAdmin, next))
  }
  return null
}

const resolver = schemaResolver<Login, Login>(
  async () => (await import('../account.schema.ts')).loginSchema,
)

export default function LoginPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const notice = noticeText(search.get('notice'))
  useEffect(() => {
    if (notice) toast.info(notice)
  }, [notice])
  const form = useAccountForm(resolver, async (body) => {
    const response = await call<typeof loginEndpoint>('POST /users/login', { body })
    signedIn()
    toast.success(response.message)
    await navigate(afterLogin(response.isAdmin, next), { replace: true })
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
