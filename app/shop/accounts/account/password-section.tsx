import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.tsx'
import { NewPasswordField } from '../account-fields.tsx'
import { FieldsWithButton, PasswordField, useAccountForm } from '../account-form.tsx'
import type { changePasswordEndpoint } from './account.endpoints.ts'
import { AccountSection } from './account-section.tsx'

const loadSchema = async () => (await import('../accounts.schema.ts')).passwordChangeSchema

/** A new password, with the old one. */
export function PasswordSection() {
  const { revalidate } = useRevalidator()
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof changePasswordEndpoint>('POST /account/password', {
      body,
    })
    form.reset()
    toast.success(message)
    await revalidate()
  })
  return (
    <AccountSection title="Password" intro="You will be logged out on all other devices.">
      <FieldsWithButton form={form} submit="Change password">
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField {...form.field('password')} label="New password" />
      </FieldsWithButton>
    </AccountSection>
  )
}
