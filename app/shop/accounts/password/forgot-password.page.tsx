import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { TextField } from '#ui/forms/field.tsx'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import type { ForgotPassword } from '../account.schema.ts'
import type { forgotPasswordEndpoint } from '../accounts.endpoints.ts'
import { AccountCard, AccountForm, AccountLink, useAccountForm } from '../login/account-form.tsx'

export const meta = () => [{ title: 'Forgot password | Cakewala' }]

const resolver = schemaResolver<ForgotPassword, ForgotPassword>(
  async () => (await import('../account.schema.ts')).forgotPasswordSchema,
)

const title = 'Forgot your password?'
const loginLink = <AccountLink to="/login">Back to Login</AccountLink>

export default function ForgotPasswordPage() {
  const [message, setMessage] = useState<string | null>(null)
  const form = useAccountForm(resolver, async (body) => {
    const response = await call<typeof forgotPasswordEndpoint>('POST /users/forgot-password', {
      body,
    })
    setMessage(response.message)
  })
  if (message !== null) {
    return (
      <AccountCard title={title} foot={loginLink}>
        <p role="status">{message} It works once, within an hour.</p>
      </AccountCard>
    )
  }
  return (
    <AccountForm
      title={title}
      intro="Tell us your email, and we will mail you a link to set a new one."
      submit="Mail me a link"
      form={form}
      foot={loginLink}
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
