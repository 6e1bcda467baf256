import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { EmailField, FieldsWithButton, useAccountForm } from '#shop/accounts/account-form.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast.tsx'
import type { inviteStaffEndpoint } from './staff.endpoints.ts'
import { staffRoleEntries } from './staff-roles.ts'

const loadSchema = async () => (await import('./staff.schema.ts')).invitationSchema

/** Invites somebody by email. */
export function InviteForm() {
  const { revalidate } = useRevalidator()
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof inviteStaffEndpoint>('POST /staff/invite', { body })
    form.props.ref.current?.reset()
    toast.success(message)
    await revalidate()
  })
  return (
    <section aria-labelledby="invite" className="card grid gap-4 p-4 md:p-6">
      <h2 id="invite" className="text-lg">
        Invite somebody
      </h2>
      <FieldsWithButton form={form} submit="Send invitation">
        <EmailField {...form.field('email')} autoComplete="off" />
        <SelectField {...form.field('role')} label="Role" defaultValue="kitchen" required>
          {staffRoleEntries.map(([role, { name }]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </SelectField>
      </FieldsWithButton>
      <dl className="grid gap-2 border-t border-line pt-4 text-sm">
        {staffRoleEntries.map(([role, { name, does }]) => (
          <div key={role}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-cocoa-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
