import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { AccountSection } from '../account-form.tsx'
import { deviceName, networkWords } from '../security/device-name.ts'
import { refreshSession } from '../session.ts'
import type { endSessionEndpoint, endSessionsEndpoint } from './account.endpoints.ts'

export interface SessionView {
  id: string
  /** 'Chrome on Android' */
  device: string
  /** 'from 49.207.…' */
  network: string | null
  /** '20 Nov 2026, 5:30 pm' */
  lastUsed: string
  isCurrent: boolean
}

interface StoredSession {
  id: string
  token: string
  address: string | null
  userAgent: string | null
  lastUsedAt: Date
}

/** @param currentKey the key of the session that asks */
export function toSessionView(session: StoredSession, currentKey: string | null): SessionView {
  return {
    id: session.id,
    device: deviceName(session.userAgent ?? ''),
    network: networkWords(session.address),
    lastUsed: formatDateTime(session.lastUsedAt),
    isCurrent: session.token === currentKey,
  }
}

export function SessionsSection({ sessions }: { sessions: SessionView[] }) {
  const { busy, endOne, endAll } = useSessions()
  const [isAsking, setIsAsking] = useState(false)
  const ready = useHydrated()
  return (
    <AccountSection
      title="Where you are logged in"
      intro="Do you see a device that is not yours? Log it out and change your password."
    >
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-line p-4"
          >
            <div>
              <p className="font-semibold">{session.device}</p>
              <p className="text-sm text-cocoa-soft">
                {[session.network, `last used ${session.lastUsed}`].filter(Boolean).join(', ')}
              </p>
            </div>
            {session.isCurrent ? (
              <p className="rounded-pill bg-blush px-3 py-1 text-sm font-semibold">This device</p>
            ) : (
              <Button
                variant="secondary"
                size="small"
                busy={busy === session.id}
                disabled={!ready}
                aria-label={`Log out ${session.device}, last used ${session.lastUsed}`}
                onClick={() => endOne(session.id)}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={!ready}
        onClick={() => setIsAsking(true)}
      >
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={endAll}
        title="Sign out everywhere"
        confirmLabel="Sign out everywhere"
        busy={busy === 'all'}
      >
        All devices will be logged out, this one too.
      </ConfirmDialog>
    </AccountSection>
  )
}

function useSessions() {
  const [busy, setBusy] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()

  async function run(what: string, work: () => Promise<void>) {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      showProblem(error)
      await revalidate()
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    endOne: (id: string) =>
      run(id, async () => {
        const { message } = await call<typeof endSessionEndpoint>('POST /account/sessions/end', {
          body: { id },
        })
        toast.success(message)
        await revalidate()
      }),
    endAll: () =>
      run('all', async () => {
        const route = 'POST /account/sessions/end-all'
        const { message } = await call<typeof endSessionsEndpoint>(route, {})
        refreshSession()
        toast.success(message)
        await navigate('/login')
      }),
  }
}
