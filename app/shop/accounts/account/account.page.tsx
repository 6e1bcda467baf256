import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { addressesOf } from '#shop/address-book/address-book.store.server.ts'
import { AddressBookSection } from '#shop/address-book/address-book-section.tsx'
import { PrivacySection } from '#shop/privacy/privacy-section.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { findSubscriber } from '#shop/storefront/storefront.store.server.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import {
  AccountSection,
  CurrentPasswordField,
  EmailField,
  FieldsWithButton,
  MobileField,
  NameField,
  NewPasswordField,
  SectionButton,
  useAccountForm,
} from '../account-form.tsx'
import type { Profile } from '../accounts.schema.ts'
import { contactOf, type EmailLink, emailLinksOf } from '../accounts.store.server.ts'
import type {
  cancelEmailChangeEndpoint,
  changeEmailEndpoint,
} from '../email-change/change-email.server.ts'
import { requireCustomer } from '../require-customer.server.ts'
import { AuthenticatorSection } from '../second-factor/authenticator-section.tsx'
import { mayAddSecondFactor } from '../second-factor/second-factor.server.ts'
import { refreshSession } from '../session.ts'
import { secondFactorOf, sessionsOf } from '../sessions.store.server.ts'
import type { Route } from './+types/account.page.ts'
import type { changePasswordEndpoint, changeProfileEndpoint } from './change-account.server.ts'
import { PasskeysSection, SessionsSection, toSessionView } from './devices.tsx'
import { SessionRemedy } from './session-remedy.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const caller = await requireCustomer({ request, url }, app)
  const key = app.accounts.sessionKeyOf(request.headers)
  const sessions = await sessionsOf(app.db, caller.id, app.clock.now())
  const [profile, secondFactor, emailLinks, subscriber, addresses] = await Promise.all([
    contactOf(app.db, caller.id),
    secondFactorOf(app.db, caller.id),
    emailLinksOf(app.db, caller.id, app.clock.now()),
    findSubscriber(app.db, { email: caller.email }),
    addressesOf(app.db, caller.id),
  ])
  return {
    email: caller.email,
    profile,
    addresses,
    secondFactor,
    emailChange: emailChangeView(caller.email, emailLinks),
    mayAddSecondFactor: mayAddSecondFactor(caller),
    needsSecondFactor: caller.needsSecondFactor === true,
    sessions: sessions.map((session) => toSessionView(session, key)),
    newsletterSince: subscriber?.confirmedAt ? formatDate(subscriber.confirmedAt) : null,
  }
}

function emailChangeView(email: string, links: EmailLink[]) {
  if (!links[0]) return null
  const { newEmail, expiresAt } = links[0]
  const waiting = links.filter(({ isConfirmed }) => !isConfirmed)
  return {
    newEmail,
    /** The addresses whose link is still to be opened. */
    waitsFor: waiting.map(({ mailbox }) => (mailbox === 'old' ? email : newEmail)),
    /** '24 Nov 2026, 10:00 am' */
    until: formatDateTime(expiresAt),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Your account')

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { profile, sessions, secondFactor, needsSecondFactor, newsletterSince } = loaderData
  const { email, emailChange, addresses, mayAddSecondFactor: mayAdd } = loaderData
  return (
    <div className="shell pt-6 pb-16 md:pt-10">
      <div className="mx-auto grid max-w-2xl gap-6">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <div className="grid gap-1">
            <h1 className="text-3xl">Your account</h1>
            <p className="break-words text-cocoa-soft">{email}</p>
          </div>
          <ButtonLink to="/yourorder" variant="secondary" size="small">
            Your orders
          </ButtonLink>
        </header>
        <ProfileSection profile={profile} />
        <AddressBookSection addresses={addresses} />
        <EmailSection email={email} isVerified={profile.emailVerified} change={emailChange} />
        <PasswordSection />
        {(mayAdd || secondFactor.isOn) && (
          <AuthenticatorSection
            email={email}
            mayAdd={mayAdd}
            isOn={secondFactor.isOn}
            panelNeeds={needsSecondFactor ? firstNeed(secondFactor) : null}
          />
        )}
        {(mayAdd || secondFactor.passkeys.length > 0) && (
          <PasskeysSection mayAdd={mayAdd} passkeys={secondFactor.passkeys} />
        )}
        <SessionsSection sessions={sessions} />
        <PrivacySection newsletterSince={newsletterSince} />
        <SessionRemedy />
      </div>
    </div>
  )
}

const firstNeed = ({ passkeys }: { passkeys: readonly unknown[] }) =>
  passkeys.length > 0 ? 'passkey' : 'set-up'

const loadProfileSchema = async () => (await import('../accounts.schema.ts')).profileSchema

function ProfileSection({ profile }: { profile: Profile }) {
  const form = useAccountForm(loadProfileSchema, async (body) => {
    const { message } = await call<typeof changeProfileEndpoint>('POST /account/profile', { body })
    refreshSession()
    toast.success(message)
  })
  return (
    <AccountSection title="Your details" intro="We use them for your orders.">
      <FieldsWithButton form={form} submit="Save details">
        <NameField {...form.field('name')} defaultValue={profile.name} />
        <MobileField {...form.field('mobileno')} defaultValue={profile.mobileno} />
      </FieldsWithButton>
    </AccountSection>
  )
}

const loadPasswordSchema = async () => (await import('../accounts.schema.ts')).passwordChangeSchema

function PasswordSection() {
  const { revalidate } = useRevalidator()
  const form = useAccountForm(loadPasswordSchema, async (body) => {
    const { message } = await call<typeof changePasswordEndpoint>('POST /account/password', {
      body,
    })
    form.reset()
    toast.success(message)
    await revalidate()
  })
  return (
    <AccountSection title="Password" intro="You will be logged out on all other devices.">
      <FieldsWithButton form={form} submit="Change password">
        <CurrentPasswordField {...form.field('currentPassword')} label="Current password" />
        <NewPasswordField {...form.field('password')} label="New password" />
      </FieldsWithButton>
    </AccountSection>
  )
}

type EmailChange = ReturnType<typeof emailChangeView>

function EmailSection({
  email,
  isVerified,
  change,
}: {
  email: string
  isVerified: boolean
  change: EmailChange
}) {
  const isOwn = change?.newEmail === email
  return (
    <div id="email" className="scroll-mt-6">
      <AccountSection
        title="Email"
        intro={
          <span>
            You log in with <strong className="break-words">{email}</strong>, and we write to it. A
            change is confirmed at both addresses, the old and the new.
          </span>
        }
      >
        {!isVerified && (isOwn || !change) && (
          <ConfirmOwnEmail email={email} until={change?.until} />
        )}
        {change && !isOwn ? <OpenChange change={change} /> : <NewEmailForm />}
      </AccountSection>
    </div>
  )
}

function ConfirmOwnEmail({
  email,
  until,
}: {
  email: string
  /** How long the link that was mailed works; left out if none was. */
  until?: string
}) {
  const { busy, run } = useReloadingAction()
  const send = () =>
    run(() => call<typeof changeEmailEndpoint>('POST /account/email', { body: { email } }))
  return (
    <div className="grid gap-3 rounded-field border border-line p-4">
      {until ? (
        <p>
          Not confirmed yet. Paying at the door needs it: open the link that we have mailed to you.
          It works until <span>{until}</span>.
        </p>
      ) : (
        <p>Not confirmed yet. Paying at the door needs it: open the link that we mail to you.</p>
      )}
      <SectionButton size="small" busy={busy} onClick={() => void send()}>
        {until ? 'Mail me another link' : 'Mail me the link'}
      </SectionButton>
    </div>
  )
}

const loadSchema = async () => (await import('../accounts.schema.ts')).onlyEmailSchema

function NewEmailForm() {
  const { revalidate } = useRevalidator()
  const form = useAccountForm(loadSchema, async (body) => {
    const { message } = await call<typeof changeEmailEndpoint>('POST /account/email', { body })
    toast.success(message)
    await revalidate()
  })
  return (
    <FieldsWithButton form={form} submit="Change email">
      <EmailField {...form.field('email')} label="New email" fill={form.fill} />
    </FieldsWithButton>
  )
}

function OpenChange({
  change: { newEmail, waitsFor, until },
}: {
  change: NonNullable<EmailChange>
}) {
  const { busy, run } = useReloadingAction()
  const cancel = () =>
    run(() => call<typeof cancelEmailChangeEndpoint>('POST /account/email/cancel', {}))

  return (
    <div className="grid gap-4 rounded-field border border-line p-4">
      <p>
        Your new email will be <strong className="break-words">{newEmail}</strong>.{' '}
        <span>Open the link that we have mailed to:</span>
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {waitsFor.map((address) => (
          <li key={address} className="break-words">
            {address}
          </li>
        ))}
      </ul>
      <p className="text-sm text-cocoa-soft">
        The links work until <span>{until}</span>. No email? Look in the spam folder, or check the
        address.
      </p>
      <SectionButton busy={busy} onClick={() => void cancel()}>
        Keep the old email
      </SectionButton>
    </div>
  )
}
