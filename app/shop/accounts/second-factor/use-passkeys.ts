import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.tsx'
import type {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  beginPasskeySignInEndpoint,
  signInByPasskeyEndpoint,
} from './second-factor.endpoints.ts'
import type { NewPasskey, PasskeyAnswer } from './second-factor.schema.ts'

// Lazy, because few visitors have passkeys.
const webAuthn = () => import('@simplewebauthn/browser')

/** Signs in with a passkey of this browser or phone. */
export async function signInByPasskey() {
  const { startAuthentication } = await webAuthn()
  const { options } = await call<typeof beginPasskeySignInEndpoint>(
    'POST /users/login/passkey/begin',
    {},
  )
  const body = (await startAuthentication({ optionsJSON: options })) as PasskeyAnswer
  return call<typeof signInByPasskeyEndpoint>('POST /users/login/passkey', { body })
}

/** Makes a passkey in this browser or phone, for the account that is signed in. */
export async function addPasskey() {
  const { startRegistration } = await webAuthn()
  const { options } = await call<typeof beginPasskeyEndpoint>('POST /account/passkeys/begin', {})
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const body = (await startRegistration({ optionsJSON })) as NewPasskey
  return call<typeof addPasskeyEndpoint>('POST /account/passkeys/add', { body })
}

/** Runs a step and says what went wrong; people who close the browser's window meant to. */
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
