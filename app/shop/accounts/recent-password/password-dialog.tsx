import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import { ConfirmDialog } from '#ui/modal.tsx'
import { PasswordField } from '../account-form.tsx'

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
  /** Sends the password; what the server refuses is shown beside it. */
  send: (password: string) => Promise<void>
  title: string
  children: ReactNode
  confirmLabel: string
  danger?: boolean
}

/** Asks for the password again, before something that a thief would do. */
export function PasswordDialog({ send, children, onClose, ...dialog }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  function close() {
    setPassword('')
    setFailure('')
    onClose()
  }

  async function confirm() {
    if (!password) return setFailure('Password is required')
    setBusy(true)
    setFailure('')
    try {
      await send(password)
      setPassword('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.problem.detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog {...dialog} onClose={close} onConfirm={confirm} busy={busy} noValidate>
      <div className="grid gap-4">
        <p className="text-cocoa-soft">{children}</p>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={failure}
          required
        />
      </div>
    </ConfirmDialog>
  )
}
