import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast.tsx'
import {
  AccountForm,
  AccountLink,
  EmailField,
  keepNewPassword,
  MobileField,
  NameField,
  NewPasswordField,
  useAccountForm,
} from '../account-form.tsx'
import { loginPath, safeNext } from '../next-path.ts'
import type { Route } from './+types/register.page.ts'
import type { registerEndpoint } from './log-in.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Register')

/** Today is the latest date of birth; and what the notice lists. */
export function loader({ context }: Route.LoaderArgs) {
  const today = kolkataDay(context.get(appContext).clock.now())
  return { today, kinds: kindsInNotice('register') }
}

const loadSchema = async () => (await import('../accounts.schema.ts')).registrationSchema

export default function RegisterPage({ loaderData: { today, kinds } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Of a guest, who keeps an order.
  const { email }: { email?: string } = Object(useLocation().state)
  const login = loginPath(safeNext(search.get('next')))
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof registerEndpoint>('POST /users/new', { body })
    toast.success(message)
    keepNewPassword(body.password)
    await navigate(login, { state: { email: body.email } })
  })
  return (
    <AccountForm
      title="Register Yourself"
      intro="An account keeps your orders and addresses together."
      submit="Register"
      form={form}
      foot={<AccountLink to={login}>Already have an account? Login</AccountLink>}
    >
      <NameField {...form.field('name')} />
      <EmailField {...form.field('email')} defaultValue={email} fill={form.fill} />
      <MobileField {...form.field('mobileno')} />
      <TextField
        {...form.field('date')}
        label="Date of birth"
        type="date"
        max={today}
        autoComplete="bday"
        hint="To know that you are 18 or older"
        required
      />
      <NewPasswordField {...form.field('password')} label="Password" />
      <PrivacyNotice kinds={kinds} />
    </AccountForm>
  )
}
