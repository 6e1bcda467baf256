import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, saveBlob } from '#platform/http/api-client.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { copyIcon, downloadIcon, printerIcon } from '#ui/more-icons.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import { PasswordDialog } from '../account/session-remedy.tsx'
import {
  AccountSection,
  FieldsWithButton,
  SectionButton,
  useAccountForm,
} from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type {
  beginAuthenticatorEndpoint,
  replaceRecoveryCodesEndpoint,
  turnOffAuthenticatorEndpoint,
  turnOnAuthenticatorEndpoint,
} from './change-second-factor.server.ts'

interface AuthenticatorSectionProps {
  email: string
  /** Customers only turn off what they have. */
  mayAdd: boolean
  isOn: boolean
  /** What opens the panel, when it is closed. */
  panelNeeds: 'set-up' | 'passkey' | null
}

/** The dialogs that require the password. */
const questions = {
  'set-up': {
    title: 'Set up an authenticator app',
    text: 'Enter your password to begin.',
    confirmLabel: 'Continue',
  },
  codes: {
    title: 'Make new recovery codes',
    text: 'The codes you saved before stop working.',
    confirmLabel: 'Make new codes',
  },
  'turn-off': {
    title: 'Turn two-step login off',
    text: 'Logging in will ask for your password only. Your recovery codes stop working.',
    confirmLabel: 'Turn off',
    danger: true,
  },
}
type Question = keyof typeof questions

export function AuthenticatorSection({
  email,
  mayAdd,
  isOn,
  panelNeeds,
}: AuthenticatorSectionProps) {
  const { question, setup, codes, open, close, confirm, showCodes, finish } = useAuthenticator()
  const words = questions[question ?? 'set-up']
  return (
    <div id="authenticator" className="scroll-mt-6">
      <AccountSection
        title="Two-step login"
        intro={<Intro mayAdd={mayAdd} isOn={isOn || codes !== null} panelNeeds={panelNeeds} />}
      >
        {codes && <RecoveryCodes codes={codes} email={email} onSaved={finish} />}
        {setup && <SetUpAuthenticator setup={setup} onTurnedOn={showCodes} />}
        {!codes && !setup && panelNeeds !== 'passkey' && (
          <div className="flex flex-wrap gap-2">
            {isOn ? (
              <>
                {mayAdd && (
                  <SectionButton size="small" onClick={() => open('codes')}>
                    New recovery codes
                  </SectionButton>
                )}
                <SectionButton size="small" onClick={() => open('turn-off')}>
                  Turn off
                </SectionButton>
              </>
            ) : (
              <SectionButton variant="primary" onClick={() => open('set-up')}>
                Set up
              </SectionButton>
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

function Intro({ mayAdd, isOn, panelNeeds }: Omit<AuthenticatorSectionProps, 'email'>) {
  if (isOn) {
    const next = mayAdd
      ? 'New phone or lost phone? Turn it off, then set it up again.'
      : 'Once you turn it off, your password is enough.'
    return `On. Logging in asks for a code of your authenticator app. ${next}`
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
      const { recoveryCodes } = await call<typeof replaceRecoveryCodesEndpoint>(
        'POST /account/authenticator/recovery-codes',
        { body },
      )
      setCodes(recoveryCodes)
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
    open: setQuestion,
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

interface NewAuthenticator {
  uri: string
  secret: string
  qr: { size: number; path: string }
  recoveryCodes: string[]
}

interface SetUpAuthenticatorProps {
  setup: NewAuthenticator
  onTurnedOn: () => void
}

const loadSchema = async () => (await import('../accounts.schema.ts')).appCodeSchema

function SetUpAuthenticator({ setup, onTurnedOn }: SetUpAuthenticatorProps) {
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof turnOnAuthenticatorEndpoint>(
      'POST /account/authenticator/turn-on',
      { body },
    )
    refreshSession()
    toast.success(message)
    onTurnedOn()
  })
  return (
    <ol className="grid gap-6">
      <li className="grid gap-3">
        <h3 className="text-lg">1. Add the shop to your app</h3>
        <p className="text-sm text-cocoa-soft">
          Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator
          or Aegis.
        </p>
        <QrCode {...setup.qr} label="QR code for your authenticator app" />
        <a
          href={setup.uri}
          className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
        >
          Open the app on this phone
        </a>
        <p className="text-sm text-cocoa-soft">
          Or type this key: <code className="text-cocoa">{inFours(setup.secret)}</code>
        </p>
      </li>
      <li className="grid gap-3">
        <h3 className="text-lg">2. Type the code it shows</h3>
        <FieldsWithButton form={form} submit="Turn on">
          <TextField
            {...form.field('code')}
            label="Code from your app"
            hint="6 digits, such as 123 456"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </FieldsWithButton>
      </li>
    </ol>
  )
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onSaved: () => void
}

function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  return (
    <div className="grid gap-4" data-print="alone">
      <div className="grid gap-1">
        <h3 className="text-lg">Save your recovery codes</h3>
        <p className="text-sm text-cocoa-soft">
          If you lose your phone, one of these lets you in. Each works once. We do not show them
          again.
        </p>
      </div>
      <ol
        aria-label={`Recovery codes for ${email}`}
        className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-card bg-cream p-4 text-base min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" size="small" onClick={() => void copy(codes)}>
          <Icon path={copyIcon} size={18} />
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => download(codes, email)}>
          <Icon path={downloadIcon} size={18} />
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          <Icon path={printerIcon} size={18} />
          Print
        </Button>
      </div>
      <Button className="justify-self-start print:hidden" onClick={onSaved}>
        I have saved them
      </Button>
    </div>
  )
}

async function copy(codes: readonly string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast.success('Recovery codes copied.')
  } catch {
    toast.error('This browser does not let the page copy. Please download or print them.')
  }
}

function download(codes: readonly string[], email: string) {
  const text = `Recovery codes of ${email} at ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
}
