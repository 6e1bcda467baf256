import { KeyRound } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { signInByPasskey, usePasskeyStep } from './use-passkeys.ts'

interface PasskeySignInProps {
  onSignedIn: (answer: { isAdmin: boolean; message: string }) => Promise<void>
}

/** Signs in with a passkey alone. */
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
