import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import type { ForgotPassword } from '../account.schema.ts'
import type { forgotPasswordEndpoint } from '../accounts.endpoints.ts'
import { AccountCard, AccountForm, AccountLink, useAccountForm } from '../login/account-form.tsx'

export const meta = () => [{ title: 'Forgot password | Cakewala' }]

const checks = schemaResolver<ForgotPassword, ForgotPassword>(
  async () => (await import('../account.schema.ts')).forgotPasswordSchema,
)

const title = 'Forgot your password?'
const toLogin = <AccountLink to="/login">Back to Login</AccountLink>

export default function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useAccountForm(checks, async (body) => {
    const { message } = await call<typeof forgotPasswordEndpoint>('POST /users/forgot-password', {
      body,
    })
    setAnswer(message)
  })
  if (answer !== null) {
    return (
      <AccountCard title={title} foot={toLogin}>
        <p role="status">{answer} It works once, within an hour.</p>
      </AccountCard>
    )
  }
  return (
    <AccountForm
      title={title}
      intro="Tell us your email, and we will mail you a link to set a new one."
      submit="Mail me a link"
      form={form}
      foot={toLogin}
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
      />
    </AccountForm>
  )
}
