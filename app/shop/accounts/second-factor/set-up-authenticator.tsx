import { Copy, Download, Printer } from 'lucide-react'
import { call } from '#platform/http/api-client.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import { FieldsWithButton, useAccountForm } from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type { turnOnAuthenticatorEndpoint } from './second-factor.endpoints.ts'

export interface NewAuthenticator {
  uri: string
  secret: string
  qr: { size: number; path: string }
  recoveryCodes: string[]
}

interface SetUpAuthenticatorProps {
  setup: NewAuthenticator
  onTurnedOn: () => void
}

const loadSchema = async () => (await import('./second-factor.schema.ts')).appCodeSchema

export function SetUpAuthenticator({ setup, onTurnedOn }: SetUpAuthenticatorProps) {
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
            maxLength={7}
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

export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
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
          <Copy size={18} aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => download(codes, email)}>
          <Download size={18} aria-hidden="true" />
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
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
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' }).click()
  // The browser may read it later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
