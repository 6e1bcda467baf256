import { useEffect, useState } from 'react'
import { call, remedyProblems } from '#platform/http/api-client.ts'
import type { passwordAgainEndpoint } from './password-again.endpoints.ts'
import { PasswordDialog } from './password-dialog.tsx'

export const passwordAgainText =
  'You gave your password a while ago. Please give it again to go on.'

/** Asks for the password when a call of the page needs it again; then the call is repeated. */
export function PasswordAgain() {
  const [waiting, setWaiting] = useState<((wasGiven: boolean) => void)[]>([])
  useEffect(
    () => remedyProblems(() => new Promise((resolve) => setWaiting((all) => [...all, resolve]))),
    [],
  )

  function answer(wasGiven: boolean) {
    for (const resolve of waiting) resolve(wasGiven)
    setWaiting([])
  }

  return (
    <PasswordDialog
      open={waiting.length > 0}
      onClose={() => answer(false)}
      send={async (password) => {
        await sendPasswordAgain({ password })
        answer(true)
      }}
      title="Is it you?"
      confirmLabel="Go on"
    >
      {passwordAgainText}
    </PasswordDialog>
  )
}

export function sendPasswordAgain(body: { password: string }) {
  return call<typeof passwordAgainEndpoint>('POST /account/password-again', { body })
}
