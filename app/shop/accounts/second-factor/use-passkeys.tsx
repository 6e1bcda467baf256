import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  beginPasskeySignInEndpoint,
  NewPasskey,
  PasskeyAnswer,
  signInByPasskeyEndpoint,
} from './second-factor.endpoints.ts'

// Lazy, because few visitors have passkeys.
const webAuthn = () => import('@simplewebauthn/browser')

async function signInByPasskey() {
  const { startAuthentication } = await webAuthn()
  const { options } = await call<typeof beginPasskeySignInEndpoint>(
    'POST /users/login/passkey/begin',
    {},
  )
  const body = (await startAuthentication({ optionsJSON: options })) as PasskeyAnswer
  return call<typeof signInByPasskeyEndpoint>('POST /users/login/passkey', { body })
}

export async function addPasskey() {
  const { startRegistration } = await webAuthn()
  const { options } = await call<typeof beginPasskeyEndpoint>('POST /account/passkeys/begin', {})
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const body = (await startRegistration({ optionsJSON })) as NewPasskey
  return call<typeof addPasskeyEndpoint>('POST /account/passkeys/add', { body })
}

/** Runs a step and shows in a toast what went wrong. */
export function usePasskeyStep(run: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, start }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError') return 'No passkey was chosen. You can try again.'
  return 'This browser could not use a passkey here.'
}

interface PasskeySignInProps {
  onSignedIn: (response: { isAdmin: boolean; message: string }) => Promise<void>
}

export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const ready = useHydrated()
  const { busy, start } = usePasskeyStep(async () => onSignedIn(await signInByPasskey()))
  return (
    <Button
      variant="secondary"
      wide
      busy={busy}
      disabled={!ready}
      onClick={start}
      className="noscript:hidden"
    >
      {!busy && <KeyRound size={20} aria-hidden="true" />}
      Sign in with a passkey
    </Button>
  )
}
