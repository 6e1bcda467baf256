import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import type { NewPasskey, PasskeyAnswer } from '../accounts.schema.ts'
import type {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  beginPasskeySignInEndpoint,
  signInByPasskeyEndpoint,
} from './change-second-factor.server.ts'

export const keyIcon =
  'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0'

// Lazy, because few visitors have passkeys.
const webAuthn = () => import('@simplewebauthn/browser')

async function signInByPasskey() {
  const { startAuthentication } = await loadNeeded(webAuthn)
  const { options } = await call<typeof beginPasskeySignInEndpoint>(
    'POST /users/login/passkey/begin',
    {},
  )
  const body = (await startAuthentication({ optionsJSON: options })) as PasskeyAnswer
  return call<typeof signInByPasskeyEndpoint>('POST /users/login/passkey', { body })
}

export async function addPasskey() {
  const { startRegistration } = await loadNeeded(webAuthn)
  const { options } = await call<typeof beginPasskeyEndpoint>('POST /account/passkeys/begin', {})
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const body = (await startRegistration({ optionsJSON })) as NewPasskey
  return call<typeof addPasskeyEndpoint>('POST /account/passkeys/add', { body })
}

/** Runs a step and shows in a toast what went wrong. */
export function usePasskeyStep(run: () => Promise<void>) {
  const { busy, whileBusy } = useBusy()
  const start = () => whileBusy(() => run().catch((error) => void toast.error(sentenceOf(error))))
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
    <Button variant="secondary" wide busy={busy} disabled={!ready} onClick={start}>
      {!busy && <Icon path={keyIcon} size={20} />}
      <span>Log in with a passkey</span>
    </Button>
  )
}
