import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { toast } from '#ui/toast.tsx'
import {
  AccountSection,
  EmailField,
  FieldsWithButton,
  SectionButton,
  useAccountForm,
} from '../account-form.tsx'
import type { cancelEmailChangeEndpoint, changeEmailEndpoint } from './email-change.api.server.ts'

export interface EmailChangeView {
  newEmail: string
  /** The addresses whose link is still to be opened. */
  waitsFor: string[]
  /** '24 Nov 2026, 10:00 am' */
  until: string
}

interface EmailSectionProps {
  email: string
  isVerified: boolean
  change: EmailChangeView | null
}

export function EmailSection({ email, isVerified, change }: EmailSectionProps) {
  return (
    <div id="email" className="scroll-mt-6">
      <AccountSection
        title="Email"
        intro={
          <span>
            You log in with <strong className="break-words">{email}</strong>, and we write to it. A
            change is confirmed at both addresses, the old and the new.
          </span>
        }
      >
        {!isVerified && !change && <ConfirmOwnEmail email={email} />}
        {change ? <OpenChange email={email} change={change} /> : <NewEmailForm />}
      </AccountSection>
    </div>
  )
}

function ConfirmOwnEmail({ email }: { email: string }) {
  const { busy, run } = useReloadingAction()
  const send = () =>
    run(() => call<typeof changeEmailEndpoint>('POST /account/email', { body: { email } }))
  return (
    <div className="grid gap-3 rounded-field border border-line p-4">
      <p>Not confirmed yet. Paying at the door needs it: open the link that we mail to you.</p>
      <SectionButton size="small" busy={busy} onClick={() => void send()}>
        Mail me the link
      </SectionButton>
    </div>
  )
}

const loadSchema = async () => (await import('../accounts.schema.ts')).onlyEmailSchema

function NewEmailForm() {
  const { revalidate } = useRevalidator()
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof changeEmailEndpoint>('POST /account/email', { body })
    toast.success(message)
    await revalidate()
  })
  return (
    <FieldsWithButton form={form} submit="Change email">
      <EmailField {...form.field('email')} label="New email" fill={form.fill} />
    </FieldsWithButton>
  )
}

interface OpenChangeProps {
  email: string
  change: EmailChangeView
}

function OpenChange({ email, change: { newEmail, waitsFor, until } }: OpenChangeProps) {
  const { busy, run } = useReloadingAction()
  const cancel = () =>
    run(() => call<typeof cancelEmailChangeEndpoint>('POST /account/email/cancel', {}))

  return (
    <div className="grid gap-4 rounded-field border border-line p-4">
      <p>
        {newEmail !== email && (
          <span>
            Your new email will be <strong className="break-words">{newEmail}</strong>.{' '}
          </span>
        )}
        <span>Open the link that we have mailed to:</span>
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {waitsFor.map((address) => (
          <li key={address} className="break-words">
            {address}
          </li>
        ))}
      </ul>
      <p className="text-sm text-cocoa-soft">
        The links work until <span>{until}</span>. No email? Look in the spam folder, or check the
        address.
      </p>
      <SectionButton busy={busy} onClick={() => void cancel()}>
        {newEmail === email ? 'Not now' : 'Keep the old email'}
      </SectionButton>
    </div>
  )
}
