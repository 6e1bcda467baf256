import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { AccountSection, SectionButton } from '../account-form.tsx'
import type { removePasskeyEndpoint } from './second-factor.api.server.ts'
import { addPasskey, usePasskeyStep } from './use-passkeys.tsx'

export interface ListedPasskey {
  id: string
  name: string
  createdAt: Date
}

interface PasskeysSectionProps {
  /** Customers only remove those that they have. */
  mayAdd: boolean
  passkeys: ListedPasskey[]
}

export function PasskeysSection({ mayAdd, passkeys }: PasskeysSectionProps) {
  const { revalidate } = useRevalidator()
  const [passkeyToRemove, setPasskeyToRemove] = useState<ListedPasskey | null>(null)
  const adding = usePasskeyStep(async () => {
    toast.success((await addPasskey()).message)
    await revalidate()
  })
  const removing = usePasskeyStep(async () => {
    if (!passkeyToRemove) return
    const { message } = await call<typeof removePasskeyEndpoint>('POST /account/passkeys/remove', {
      body: { id: passkeyToRemove.id },
    })
    toast.success(message)
    setPasskeyToRemove(null)
    await revalidate()
  })
  return (
    <AccountSection
      title="Passkeys"
      intro="Log in with your finger, face or screen lock. No password and no code to type."
    >
      {passkeys.length > 0 && (
        <ul className="grid gap-2">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-cream px-4 py-2"
            >
              <KeyRound size={20} aria-hidden="true" />
              <span className="grow">
                {`${passkey.name}, added ${kolkataDay(passkey.createdAt)}`}
              </span>
              <Button variant="quiet" size="small" onClick={() => setPasskeyToRemove(passkey)}>
                Remove<span className="sr-only"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <SectionButton
          variant={passkeys.length > 0 ? 'secondary' : 'primary'}
          busy={adding.busy}
          onClick={adding.start}
        >
          Add a passkey
        </SectionButton>
      )}
      <ConfirmDialog
        open={passkeyToRemove !== null}
        onClose={() => setPasskeyToRemove(null)}
        onConfirm={removing.start}
        title="Remove this passkey?"
        confirmLabel="Remove"
        busy={removing.busy}
        danger
      >
        It can no longer log in here. Your phone or computer may still offer it.
      </ConfirmDialog>
    </AccountSection>
  )
}
