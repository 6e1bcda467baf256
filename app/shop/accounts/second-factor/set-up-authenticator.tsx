import { call } from '#platform/http/api-client.ts'
import { buttonLook } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import { FieldsWithButton, useAccountForm } from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type { turnOnAuthenticatorEndpoint } from './second-factor.endpoints.ts'

/** What the server made for an app. */
export interface NewAuthenticator {
  uri: string
  secret: string
  qr: { size: number; path: string }
  recoveryCodes: string[]
}

interface SetUpAuthenticatorProps {
  made: NewAuthenticator
  onTurnedOn: () => void
}

const loadSchema = async () => (await import('./second-factor.schema.ts')).appCodeSchema

/** Scan, then type the first code. */
export function SetUpAuthenticator({ made, onTurnedOn }: SetUpAuthenticatorProps) {
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
        <QrCode {...made.qr} label="QR code for your authenticator app" />
        <a
          href={made.uri}
          className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
        >
          Open the app on this phone
        </a>
        <p className="text-sm text-cocoa-soft">
          Or type this key: <code className="text-cocoa">{inFours(made.secret)}</code>
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
