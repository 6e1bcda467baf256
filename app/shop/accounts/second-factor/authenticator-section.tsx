import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { PasswordDialog } from '../account/password-again.tsx'
import { AccountSection } from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type {
  beginAuthenticatorEndpoint,
  replaceRecoveryCodesEndpoint,
  turnOffAuthenticatorEndpoint,
} from './second-factor.endpoints.ts'
import {
  type NewAuthenticator,
  RecoveryCodes,
  SetUpAuthenticator,
} from './set-up-authenticator.tsx'

interface AuthenticatorSectionProps {
  email: string
  isOn: boolean
  /** What opens the panel, when it is closed. */
  panelNeeds: 'set-up' | 'passkey' | null
}

/** Why the password is required. */
const questions = {
  'set-up': {
    title: 'Set up an authenticator app',
    text: 'Give your password to begin.',
    confirmLabel: 'Continue',
  },
  codes: {
    title: 'Make new recovery codes',
    text: 'The codes you saved before stop working.',
    confirmLabel: 'Make new codes',
  },
  'turn-off': {
    title: 'Turn two-step sign-in off',
    text: 'Signing in will ask for your password only. Your recovery codes stop working.',
    confirmLabel: 'Turn off',
    danger: true,
  },
}
type Question = keyof typeof questions

export function AuthenticatorSection({ email, isOn, panelNeeds }: AuthenticatorSectionProps) {
  const ready = useHydrated()
  const { question, setup, codes, ask, close, confirm, showCodes, finish } = useAuthenticator()
  const words = questions[question ?? 'set-up']
  return (
    <div id="authenticator" className="scroll-mt-6">
      <AccountSection
        title="Two-step sign-in"
        intro={<Intro isOn={isOn || codes !== null} panelNeeds={panelNeeds} />}
      >
        {codes && <RecoveryCodes codes={codes} email={email} onSaved={finish} />}
        {setup && <SetUpAuthenticator setup={setup} onTurnedOn={showCodes} />}
        {!codes && !setup && panelNeeds !== 'passkey' && (
          <div className="flex flex-wrap gap-2">
            {isOn ? (
              <>
                <Button
                  variant="secondary"
                  size="small"
                  disabled={!ready}
                  onClick={() => ask('codes')}
                >
                  New recovery codes
                </Button>
                <Button
                  variant="secondary"
                  size="small"
                  disabled={!ready}
                  onClick={() => ask('turn-off')}
                >
                  Turn off
                </Button>
              </>
            ) : (
              <Button disabled={!ready} onClick={() => ask('set-up')}>
                Set up
              </Button>
            )}
          </div>
        )}
      </AccountSection>
      <PasswordDialog
        open={question !== null}
        onClose={close}
        send={confirm}
        title={words.title}
        confirmLabel={words.confirmLabel}
        danger={'danger' in words}
      >
        {words.text}
      </PasswordDialog>
    </div>
  )
}

function Intro({ isOn, panelNeeds }: Pick<AuthenticatorSectionProps, 'isOn' | 'panelNeeds'>) {
  if (isOn) {
    return 'On. Signing in asks for a code of your authenticator app. New phone or lost phone? Turn it off, then set it up again.'
  }
  if (panelNeeds === 'passkey') {
    return 'Please log out, and log in with your passkey: the admin pages open then.'
  }
  return panelNeeds === 'set-up'
    ? 'Please set this up first, or add a passkey below: the admin pages open then.'
    : 'Off. With an authenticator app on your phone, your password alone is of no use to a thief.'
}

function useAuthenticator() {
  const [question, setQuestion] = useState<Question | null>(null)
  const [setup, setSetup] = useState<NewAuthenticator | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { revalidate } = useRevalidator()

  const actions: Record<Question, (body: { password: string }) => Promise<void>> = {
    async 'set-up'(body) {
      setSetup(
        await call<typeof beginAuthenticatorEndpoint>('POST /account/authenticator/begin', {
          body,
        }),
      )
    },
    async codes(body) {
      const answer = await call<typeof replaceRecoveryCodesEndpoint>(
        'POST /account/authenticator/recovery-codes',
        { body },
      )
      setCodes(answer.recoveryCodes)
    },
    async 'turn-off'(body) {
      const { message } = await call<typeof turnOffAuthenticatorEndpoint>(
        'POST /account/authenticator/turn-off',
        { body },
      )
      refreshSession()
      toast.success(message)
      await revalidate()
    },
  }

  return {
    question,
    setup,
    codes,
    ask: setQuestion,
    close: () => setQuestion(null),
    async confirm(password: string) {
      if (!question) return
      await actions[question]({ password })
      setQuestion(null)
    },
    showCodes() {
      setCodes(setup?.recoveryCodes ?? null)
      setSetup(null)
    },
    finish() {
      setCodes(null)
      return revalidate()
    },
  }
}
