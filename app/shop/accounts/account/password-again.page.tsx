import { useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { AccountForm, CurrentPasswordField, useAccountForm } from '../account-form.tsx'
import { safeNext } from '../next-path.ts'
import { requireCustomer } from '../require-customer.server.ts'
import type { Route } from './+types/password-again.page.ts'
import { passwordAgainText, sendPasswordAgain } from './password-again.tsx'

export const meta = () => [
  { title: 'Confirm your password | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  await requireCustomer({ request, url }, context.get(appContext))
  return null
}

const loadSchema = async () => (await import('../accounts.schema.ts')).currentPasswordSchema

/** Comes before pages that a thief would open, and leads to them. */
export default function PasswordAgainPage() {
  const navigate = useNavigate()
  const next = useSearchParams()[0].get('next')
  const form = useAccountForm(loadSchema, async (body) => {
    await sendPasswordAgain(body)
    await navigate(safeNext(next) ?? '/account', { replace: true })
  })
  return (
    <AccountForm
      title="Please confirm your password"
      intro={passwordAgainText}
      submit="Continue"
      form={form}
    >
      <CurrentPasswordField {...form.field('password')} label="Your password" />
    </AccountForm>
  )
}
