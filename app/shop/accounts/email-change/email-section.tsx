import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type {
  cancelEmailChangeEndpoint,
  changeEmailEndpoint,
} from '../account/account.endpoints.ts'
import { AccountSection, EmailField, FieldsWithButton, useAccountForm } from '../account-form.tsx'

export interface EmailChangeView {
  newEmail: string
  /** The addresses whose link is still to be opened. */
  waitsFor: string[]
  /** '24 Nov 2026, 10:00 am' */
  until: string
}

interface EmailSectionProps {
  email: string
  change: EmailChangeView | null
}

export function EmailSection({ email, change }: EmailSectionProps) {
  return (
    <AccountSection
      title="Email"
      intro={
        <>
          You log in with <strong className="break-words">{email}</strong>, and we write to it. A
          change is confirmed at both addresses, the old and the new.
        </>
      }
    >
      {change ? <OpenChange change={change} /> : <NewEmailForm />}
    </AccountSection>
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
      <EmailField {...form.field('email')} label="New email" autoComplete="email" />
    </FieldsWithButton>
  )
}

function OpenChange({ change: { newEmail, waitsFor, until } }: { change: EmailChangeView }) {
  const { busy, run } = useReloadingAction()
  const ready = useHydrated()
  const cancel = () =>
    run(() => call<typeof cancelEmailChangeEndpoint>('POST /account/email/cancel', {}))

  return (
    <div className="grid gap-4 rounded-field border border-line p-4">
      <p>
        Your new email will be <strong className="break-words">{newEmail}</strong>. Open the link
        that we have mailed to:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {waitsFor.map((address) => (
          <li key={address} className="break-words">
            {address}
          </li>
        ))}
      </ul>
      <p className="text-sm text-cocoa-soft">
        The links work until {until}. No email? Look in the spam folder, or check the address.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={busy}
        disabled={!ready}
        onClick={() => void cancel()}
      >
        Keep the old email
      </Button>
    </div>
  )
}
