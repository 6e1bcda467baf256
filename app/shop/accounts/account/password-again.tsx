import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, call, remedyProblems } from '#platform/http/api-client.ts'
import { ConfirmDialog } from '#ui/modal.tsx'
import { useBusy } from '#ui/use-busy.ts'
import { CurrentPasswordField } from '../account-form.tsx'
import type { passwordAgainEndpoint } from './account.endpoints.ts'

export const passwordAgainText = 'You logged in a while ago.'

/** Asks for the password if a call of the page needs it again, and then repeats the call. */
export function PasswordAgain() {
  const [waiting, setWaiting] = useState<((isRenewed: boolean) => void)[]>([])
  useEffect(
    () => remedyProblems(() => new Promise((resolve) => setWaiting((all) => [...all, resolve]))),
    [],
  )

  function finish(isRenewed: boolean) {
    for (const resolve of waiting) resolve(isRenewed)
    setWaiting([])
  }

  return (
    <PasswordDialog
      open={waiting.length > 0}
      onClose={() => finish(false)}
      send={async (password) => {
        await sendPasswordAgain({ password })
        finish(true)
      }}
      title="Please confirm your password"
      confirmLabel="Continue"
    >
      {passwordAgainText}
    </PasswordDialog>
  )
}

export function sendPasswordAgain(body: { password: string }) {
  return call<typeof passwordAgainEndpoint>('POST /account/password-again', { body })
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
