import { useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast.tsx'
import { AccountForm, AccountLink, useAccountForm } from '../account-form.tsx'
import { afterLogin, loginPath, safeNext } from '../next-path.ts'
import { refreshSession } from '../session.ts'
import { readStepCookie } from '../sessions.server.ts'
import type { Route } from './+types/code.page.ts'
import type { signInByCodeEndpoint } from './change-second-factor.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Enter your code')

/** Only for those who have just typed the right password. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(appContext).shop
  if (readStepCookie(request.headers, 'code-step', publicUrl)) return null
  throw redirect(loginPath(safeNext(new URL(request.url).searchParams.get('next'))))
}

const loadAppCode = async () => (await import('../accounts.schema.ts')).appCodeSchema
const loadRecoveryCode = async () => (await import('../accounts.schema.ts')).recoveryCodeSchema

export default function CodePage() {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <CodeForm
      key={String(isRecovery)}
      isRecovery={isRecovery}
      onSwitch={() => setIsRecovery(!isRecovery)}
    />
  )
}

const texts = {
  app: {
    title: 'Enter your code',
    intro: 'Open your authenticator app and type the 6 digits it shows for this shop.',
    label: 'Code from your app',
    other: 'I don’t have my phone',
  },
  recovery: {
    title: 'Use a recovery code',
    intro: 'Type one of the codes you saved when you set up your app. Each works once.',
    label: 'Recovery code',
    other: 'Use my authenticator app',
  },
}

function CodeForm({ isRecovery, onSwitch }: { isRecovery: boolean; onSwitch: () => void }) {
  const navigate = useNavigate()
  const next = useSearchParams()[0].get('next')
  const text = texts[isRecovery ? 'recovery' : 'app']
  const form = useAccountForm(isRecovery ? loadRecoveryCode : loadAppCode, async (body) => {
    const response = await call<typeof signInByCodeEndpoint>('POST /users/login/code', { body })
    refreshSession()
    toast.success(response.message)
    const to = response.usedRecoveryCode
      ? '/account#authenticator'
      : afterLogin(response.isAdmin, next)
    await navigate(to, { replace: true })
  })
  return (
    <AccountForm
      title={text.title}
      intro={text.intro}
      submit="Log in"
      form={form}
      foot={
        <>
          <Button variant="quiet" size="small" onClick={onSwitch}>
            {text.other}
          </Button>
          <AccountLink to={loginPath(safeNext(next))}>Start again</AccountLink>
        </>
      }
    >
      <TextField
        {...form.field('code')}
        label={text.label}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
    </AccountForm>
  )
}
