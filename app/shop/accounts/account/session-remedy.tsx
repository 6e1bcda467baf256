import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, call, remedyProblems } from '#platform/http/api-client.ts'
import { type Problem, passwordNeeded } from '#platform/http/endpoint.ts'
import { useBusy } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { CurrentPasswordField } from '../account-form.tsx'
import { loginPath } from '../next-path.ts'
import type { passwordAgainEndpoint } from './change-account.server.ts'

type Asked = 'password' | 'login'

/** What a call of the page asks of the visitor. A wrong password has its error beside the field. */
function askedBy({ type, status, errors }: Problem): Asked | null {
  if (type === passwordNeeded) return 'password'
  return status === 401 && !errors ? 'login' : null
}

/**
 * Asks for the password if a call of the page needs it again, or to log in if the session has ended, and then repeats the
 * call. What was typed on the page stays.
 */
export function SessionRemedy() {
  const [waiting, setWaiting] = useState<{ asked: Asked; go: (isRenewed: boolean) => void }[]>([])
  const asked = waiting[0]?.asked
  useEffect(
    () =>
      remedyProblems(async (problem) => {
        const wanted = askedBy(problem)
        if (!wanted) return false
        return new Promise((go) => setWaiting((all) => [...all, { asked: wanted, go }]))
      }),
    [],
  )

  function finish(isRenewed: boolean) {
    for (const { go } of waiting) go(isRenewed)
    setWaiting([])
  }

  return (
    <>
      <PasswordDialog
        open={asked === 'password'}
        onClose={() => finish(false)}
        send={async (password) => {
          await call<typeof passwordAgainEndpoint>('POST /account/password-again', {
            body: { password },
          })
          finish(true)
        }}
        title="Please confirm your password"
        confirmLabel="Continue"
      >
        You logged in a while ago.
      </PasswordDialog>
      <ConfirmDialog
        open={asked === 'login'}
        onClose={() => finish(false)}
        onConfirm={() => finish(true)}
        title="You are logged out"
        confirmLabel="Continue"
      >
        <a
          href={loginPath(null)}
          target="_blank"
          rel="noopener opener"
          className="text-berry underline"
        >
          Log in in a new tab
        </a>
        <span> and come back: what you typed here stays.</span>
      </ConfirmDialog>
    </>
  )
}

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
  /** Sends the password; an error of the server is shown beside it. */
  send: (password: string) => Promise<void>
  title: string
  children: ReactNode
  confirmLabel: string
  danger?: boolean
}

export function PasswordDialog({ send, children, onClose, ...dialog }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const { busy, whileBusy } = useBusy()

  function close() {
    setPassword('')
    setFailure('')
    onClose()
  }

  async function confirm() {
    if (!password) return setFailure('Password is required')
    setFailure('')
    try {
      await whileBusy(() => send(password))
      setPassword('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.problem.detail)
    }
  }

  return (
    <ConfirmDialog {...dialog} onClose={close} onConfirm={confirm} busy={busy} noValidate>
      <div className="grid gap-4">
        <p className="text-cocoa-soft">{children}</p>
        <CurrentPasswordField
          label="Your password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={failure}
        />
      </div>
    </ConfirmDialog>
  )
}
