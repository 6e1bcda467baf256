import { useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { toast } from '#ui/toast.tsx'
import type { Registration } from '../account.schema.ts'
import type { registerEndpoint } from '../accounts.endpoints.ts'
import { loginPath, safeNext } from '../next-path.ts'
import type { Route } from './+types/register.page.ts'
import { AccountForm, AccountLink, PasswordField, useAccountForm } from './account-form.tsx'

export const meta = () => [{ title: 'Register | Cakewala' }]

/** Today is the latest date of birth. */
export function loader({ context }: Route.LoaderArgs) {
  return { today: kolkataDay(context.get(appContext).clock.now()) }
}

const resolver = schemaResolver<Registration, Registration>(
  async () => (await import('../account.schema.ts')).registrationSchema,
)

export default function RegisterPage({ loaderData: { today } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const login = loginPath(safeNext(search.get('next')))
  const form = useAccountForm(resolver, async (body) => {
    const { message } = await call<typeof registerEndpoint>('POST /users/new', { body })
    toast.success(message)
    await navigate(login)
  })
  return (
    <AccountForm
      title="Register Yourself"
      intro="One account for your orders, and for the cakes still to come."
      submit="Register"
      form={form}
      foot={<AccountLink to={login}>I have an account: Login</AccountLink>}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="name" required />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <TextField
        {...form.field('mobileno')}
        label="MobileNo"
        hint="10 digits, such as 9876543210"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
      />
      <TextField
        {...form.field('date')}
        label="Date of birth"
        type="date"
        max={today}
        autoComplete="bday"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
      />
    </AccountForm>
  )
}
