import { call } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.tsx'
import { MobileField, NameField } from '../account-fields.tsx'
import { FieldsWithButton, useAccountForm } from '../account-form.tsx'
import type { Profile } from '../accounts.schema.ts'
import { refreshSession } from '../session.ts'
import type { changeProfileEndpoint } from './account.endpoints.ts'
import { AccountSection } from './account-section.tsx'

const loadSchema = async () => (await import('../accounts.schema.ts')).profileSchema

/** Name and mobile. */
export function ProfileSection({ profile }: { profile: Profile }) {
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof changeProfileEndpoint>('POST /account/profile', { body })
    refreshSession()
    toast.success(message)
  })
  return (
    <AccountSection title="Your details" intro="We use them for your orders.">
      <FieldsWithButton form={form} submit="Save details">
        <NameField {...form.field('name')} defaultValue={profile.name} />
        <MobileField {...form.field('mobileno')} defaultValue={profile.mobileno} />
      </FieldsWithButton>
    </AccountSection>
  )
}
