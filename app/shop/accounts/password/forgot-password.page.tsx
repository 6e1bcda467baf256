import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import {
  AccountCard,
  AccountForm,
  AccountLink,
  EmailField,
  useAccountForm,
} from '../account-form.tsx'
import type { Route } from './+types/forgot-password.page.ts'
import type { forgotPasswordEndpoint } from './reset-password.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Forgot password')

const loadSchema = async () => (await import('../accounts.schema.ts')).onlyEmailSchema

const title = 'Forgot your password?'
const loginLink = <AccountLink to="/login">Back to Login</AccountLink>

export default function ForgotPasswordPage() {
  const [message, setMessage] = useState<string | null>(null)
  const form = useAccountForm(loadSchema, async (body) => {
    const response = await call<typeof forgotPasswordEndpoint>('POST /users/forgot-password', {
      body,
    })
    setMessage(response.message)
  })
  if (message !== null) {
    return (
      <AccountCard title={title} foot={loginLink}>
        <p role="status">{`${message} The link works once, within an hour.`}</p>
      </AccountCard>
    )
  }
  return (
    <AccountForm
      title={title}
      intro="Enter your email and we will send you a link to set a new password."
      submit="Email me a reset link"
      form={form}
      foot={loginLink}
    >
      <EmailField {...form.field('email')} autoComplete="username" />
    </AccountForm>
  )
}
