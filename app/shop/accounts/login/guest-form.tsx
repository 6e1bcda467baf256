import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import {
  EmailField,
  FieldsWithButton,
  MobileField,
  NameField,
  useAccountForm,
} from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type { startGuestEndpoint } from './login.endpoints.ts'

/** Where a link on the same page leads to. */
export const guestFormId = 'guest'

const loadSchema = async () => (await import('../accounts.schema.ts')).guestSchema

interface GuestFormProps {
  next: string
  children: ReactNode
}

/** Three fields for who does not want an account; then the checkout goes on. */
export function GuestForm({ next, children }: GuestFormProps) {
  const title = useId()
  const navigate = useNavigate()
  const form = useAccountForm(loadSchema, async (body) => {
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
          {/* Not the words of the other form on the page. */}
          <EmailField {...form.field('email')} label="Email for this order" autoComplete="email" />
          <MobileField {...form.field('mobileno')} />
          {children}
        </FieldsWithButton>
      </section>
    </div>
  )
}
