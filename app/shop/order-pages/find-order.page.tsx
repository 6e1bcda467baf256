import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { AccountCard, AccountForm, useAccountForm } from '#shop/accounts/account-form.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { TextField } from '#ui/forms/field.tsx'
import type { Route } from './+types/find-order.page.ts'
import type { MailLink } from './find-order.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Track my order')

const title = 'Track my order'
const loadSchema = async () => (await import('./find-order.schema.ts')).findOrderSchema

export default function FindOrderPage() {
  const [message, setMessage] = useState<string | null>(null)
  const form = useAccountForm(loadSchema, async (body) => {
    const response = await call<MailLink>('POST /orders/mailLink', { body })
    setMessage(response.message)
  })
  if (message !== null) {
    return (
      <AccountCard title={title}>
        <p role="status">{message}</p>
      </AccountCard>
    )
  }
  return (
    <AccountForm
      title={title}
      intro="Every email about your order has its link. If you have lost it, we send it again."
      submit="Email me the link"
      form={form}
    >
      <TextField {...form.field('number')} label="Order number" inputMode="numeric" />
      <TextField
        {...form.field('mobile')}
        label="Your mobile number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="The one you ordered with; from abroad with + and your country code."
      />
    </AccountForm>
  )
}
