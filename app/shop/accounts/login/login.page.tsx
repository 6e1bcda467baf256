import { type ReactNode, useEffect, useId } from 'react'
import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { toast } from '#ui/toast.tsx'
import {
  AccountForm,
  AccountLink,
  EmailField,
  FieldsWithButton,
  MobileField,
  NameField,
  PasswordField,
  useAccountForm,
} from '../account-form.tsx'
import {
  afterLogin,
  codePath,
  isCheckoutPath,
  noticeText,
  registerPath,
  safeNext,
} from '../next-path.ts'
import { isStaff } from '../roles.ts'
import { PasskeySignIn } from '../second-factor/use-passkeys.tsx'
import { refreshSession } from '../session.ts'
import type { Route } from './+types/login.page.ts'
import type { loginEndpoint, startGuestEndpoint } from './login.endpoints.ts'

export const meta = () => [{ title: 'Login | Cakewala' }]

/** Redirects visitors who are signed in. On the way to the checkout it loads what the notice for guests lists. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await context.get(appContext).accounts.callerOf(request.headers)
  const next = new URL(request.url).searchParams.get('next')
  if (caller) throw redirect(afterLogin(isStaff(caller.role), next))
  return { guestKinds: isCheckoutPath(next) ? kindsInNotice('guest') : null }
}

const loadLoginSchema = async () => (await import('../accounts.schema.ts')).loginSchema

export default function LoginPage({ loaderData: { guestKinds } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  // Of somebody who has just registered.
  const { email }: { email?: string } = Object(useLocation().state)
  const notice = noticeText(search.get('notice'))
  useEffect(() => {
    if (notice) toast.info(notice)
  }, [notice])
  const form = useAccountForm(loadLoginSchema, async (body) => {
    const response = await call<typeof loginEndpoint>('POST /users/login', { body })
    if ('codeNeeded' in response) return navigate(codePath(next))
    await enter(response)
  })

  async function enter(response: { isAdmin: boolean; message: string }) {
    refreshSession()
    toast.success(response.message)
    await navigate(afterLogin(response.isAdmin, next), { replace: true })
  }

  return (
    <>
      <AccountForm
        title="Login Yourself"
        intro={
          guestKinds && (
            <AccountLink to={`?${search}#${guestFormId}`}>Or order as guest</AccountLink>
          )
        }
        submit="Login"
        form={form}
        foot={
          <>
            <PasskeySignIn onSignedIn={enter} />
            <AccountLink to="/forgot-password">Forgot your password?</AccountLink>
            <AccountLink to={registerPath(safeNext(next))}>New here? Register</AccountLink>
          </>
        }
      >
        <EmailField {...form.field('email')} autoComplete="username" defaultValue={email} />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
          required
        />
      </AccountForm>
      {guestKinds && (
        <GuestForm next={afterLogin(false, next)}>
          <PrivacyNotice kinds={guestKinds} />
        </GuestForm>
      )}
    </>
  )
}

const guestFormId = 'guest'

const loadGuestSchema = async () => (await import('../accounts.schema.ts')).guestSchema

interface GuestFormProps {
  next: string
  children: ReactNode
}

/** Three fields for those who do not want an account; then the checkout goes on. */
function GuestForm({ next, children }: GuestFormProps) {
  const title = useId()
  const navigate = useNavigate()
  const form = useAccountForm(loadGuestSchema, async (body) => {
    await call<typeof startGuestEndpoint>('POST /auth/guest', { body })
    refreshSession()
    await navigate(next, { replace: true })
  })
  return (
    <div className="shell -mt-4 pb-10 md:-mt-8 md:pb-16">
      <section
        id={guestFormId}
        aria-labelledby={title}
        className="card mx-auto grid w-full max-w-md scroll-mt-20 gap-6 p-6 sm:p-10"
      >
        <header className="grid gap-2">
          <h2 id={title} className="text-2xl">
            Order as guest
          </h2>
          <p className="text-cocoa-soft">No password needed. You must be 18 or older.</p>
        </header>
        <FieldsWithButton form={form} submit="Continue as guest" size="large" wide>
          <NameField {...form.field('name')} />
          {/* The other form on the page has the label 'Email'. */}
          <EmailField {...form.field('email')} label="Email for this order" autoComplete="email" />
          <MobileField {...form.field('mobileno')} />
          {children}
        </FieldsWithButton>
      </section>
    </div>
  )
}
