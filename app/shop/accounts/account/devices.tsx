import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { AccountSection, SectionButton } from '../account-form.tsx'
import { deviceName, networkWords } from '../device-name.ts'
import type { removePasskeyEndpoint } from '../second-factor/change-second-factor.server.ts'
import { addPasskey, keyIcon, usePasskeyStep } from '../second-factor/use-passkeys.tsx'
import { refreshSession } from '../session.ts'
import type { secondFactorOf, sessionsOf } from '../sessions.store.server.ts'
import type { endSessionEndpoint, endSessionsEndpoint } from './change-account.server.ts'

type SessionView = ReturnType<typeof toSessionView>
type ListedPasskey = Awaited<ReturnType<typeof secondFactorOf>>['passkeys'][number]

/** @param currentKey the key of the request's session */
export function toSessionView(
  session: Awaited<ReturnType<typeof sessionsOf>>[number],
  currentKey: string | null,
) {
  return {
    id: session.id,
    /** 'Chrome on Android' */
    device: deviceName(session.userAgent ?? ''),
    /** 'from 49.207.…' */
    network: networkWords(session.address),
    /** '20 Nov 2026, 5:30 pm' */
    lastUsed: formatDateTime(session.lastUsedAt),
    isCurrent: session.token === currentKey,
  }
}

export function SessionsSection({ sessions }: { sessions: SessionView[] }) {
  const ready = useHydrated()
  const { run } = useAction()
  const navigate = useNavigate()

  const endAll = () =>
    run(async () => {
      const route = 'POST /account/sessions/end-all'
      const { message } = await call<typeof endSessionsEndpoint>(route, {})
      refreshSession()
      toast.success(message)
      await navigate('/login')
    })

  return (
    <AccountSection
      title="Where you are logged in"
      intro="Do you see a device that is not yours? Log it out and change your password."
    >
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ConfirmButton
        size="medium"
        className="justify-self-start"
        disabled={!ready}
        label="Log out everywhere"
        title="Log out everywhere"
        confirmLabel="Log out everywhere"
        onConfirm={endAll}
      >
        All devices will be logged out, this one too.
      </ConfirmButton>
    </AccountSection>
  )
}

function SessionRow({ session }: { session: SessionView }) {
  const { busy, run } = useReloadingAction()
  const end = () =>
    run(() =>
      call<typeof endSessionEndpoint>('POST /account/sessions/end', { body: { id: session.id } }),
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-line p-4">
      <div>
        <p className="font-semibold">{session.device}</p>
        <p className="text-sm text-cocoa-soft">
          {[session.network, `last used ${session.lastUsed}`].filter(Boolean).join(', ')}
        </p>
      </div>
      {session.isCurrent ? (
        <p className="rounded-pill bg-blush px-3 py-1 text-sm font-semibold">This device</p>
      ) : (
        <SectionButton
          size="small"
          busy={busy}
          aria-label={`Log out ${session.device}, last used ${session.lastUsed}`}
          onClick={() => void end()}
        >
          Log out
        </SectionButton>
      )}
    </li>
  )
}

/** @param mayAdd customers only remove those that they have */
export function PasskeysSection({
  mayAdd,
  passkeys,
}: {
  mayAdd: boolean
  passkeys: ListedPasskey[]
}) {
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
              <Icon path={keyIcon} size={20} />
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
