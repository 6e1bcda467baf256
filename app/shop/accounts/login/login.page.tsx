import { type ReactNode, useEffect } from 'react'
import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { ApiError, call } from '#platform/http/api-client.ts'
import { kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { privateMeta, useShop } from '#shop/storefront/frame/shown-shop.ts'
import { keepsNothingText } from '#shop/values/shop-details.ts'
import { toast } from '#ui/toast.tsx'
import {
  AccountCard,
  AccountLink,
  CurrentPasswordField,
  EmailField,
  FieldsWithButton,
  FormCard,
  keepNewPassword,
  MobileField,
  NameField,
  newPassword,
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
import type { loginEndpoint, startGuestEndpoint } from './log-in.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Login')

/** Redirects visitors who are logged in. On the way to the checkout it loads what the notice for guests lists. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await context.get(appContext).accounts.callerOf(request.headers)
  const next = new URL(request.url).searchParams.get('next')
  if (caller) throw redirect(afterLogin(isStaff(caller.role), next))
  return { guestKinds: isCheckoutPath(next) ? kindsInNotice('guest') : null }
}

const loadLoginSchema = async () => (await import('../accounts.schema.ts')).loginSchema

export default function LoginPage({ loaderData: { guestKinds } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const startSession = useStartSession()
  const [search] = useSearchParams()
  const next = search.get('next')
  // Of somebody who has just registered, and only has to press Login.
  const { email }: { email?: string } = Object(useLocation().state)
  const notice = noticeText(search.get('notice'))
  useEffect(() => (notice ? toast.info(notice) : undefined), [notice])
  const form = useAccountForm(loadLoginSchema, async (body) => {
    const response = await call<typeof loginEndpoint>('POST /users/login', { body })
    if ('codeNeeded' in response) return navigate(codePath(next))
    await enter(response)
  })

  async function enter(response: { isAdmin: boolean; message: string }) {
    startSession()
    keepNewPassword()
    toast.success(response.message)
    await navigate(afterLogin(response.isAdmin, next), { replace: true })
  }

  const card = {
    title: 'Login Yourself',
    children: (
      <FieldsWithButton form={form} submit="Login" size="large" wide>
        <EmailField {...form.field('email')} autoComplete="username" defaultValue={email} />
        <CurrentPasswordField
          {...form.field('password')}
          label="Password"
          defaultValue={newPassword()}
        />
      </FieldsWithButton>
    ),
    foot: (
      <>
        <PasskeySignIn onSignedIn={enter} />
        <AccountLink to="/forgot-password">Forgot your password?</AccountLink>
        <AccountLink to="/track">Track an order without logging in</AccountLink>
        <AccountLink to={registerPath(safeNext(next))}>New here? Register</AccountLink>
      </>
    ),
  }
  if (!guestKinds) return <AccountCard {...card} />
  return (
    <div className="shell grid items-start justify-center justify-items-center gap-6 py-10 md:py-16 lg:grid-cols-[repeat(2,28rem)]">
      <GuestForm next={afterLogin(false, next)}>
        <PrivacyNotice kinds={guestKinds} />
      </GuestForm>
      <FormCard heading="h1" {...card} />
    </div>
  )
}

/** @returns called after signing in. It throws if the browser has not kept that: the next page would lead back here. */
function useStartSession() {
  const detail = keepsNothingText(useShop()?.phone)
  return () => {
    if (!refreshSession()) throw new ApiError({ status: 0, title: 'No cookies', detail })
  }
}

const loadGuestSchema = async () => (await import('../accounts.schema.ts')).guestSchema

/** Three fields for those who do not want an account; then the checkout goes on. */
function GuestForm({ next, children }: { next: string; children: ReactNode }) {
  const navigate = useNavigate()
  const startSession = useStartSession()
  const form = useAccountForm(loadGuestSchema, async (body) => {
    await call<typeof startGuestEndpoint>('POST /auth/guest', { body })
    startSession()
    await navigate(next, { replace: true })
  })
  return (
    <FormCard
      heading="h2"
      title="Order as guest"
      intro="No password needed. You must be 18 or older."
    >
      <FieldsWithButton form={form} submit="Continue as guest" size="large" wide>
        <NameField {...form.field('name')} />
        {/* The other form on the page has the label 'Email'. */}
        <EmailField {...form.field('email')} label="Email for this order" fill={form.fill} />
        <MobileField {...form.field('mobileno')} />
        {children}
      </FieldsWithButton>
    </FormCard>
  )
}
