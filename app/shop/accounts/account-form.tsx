import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ZodType } from 'zod'
import { showProblem } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Field, inputLook, TextField } from '#ui/forms/field.tsx'
import { usePointerReleased, useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { eyeIcon, eyeOffIcon, Icon } from '#ui/icon.tsx'

interface AccountFormProps {
  title: string
  intro?: ReactNode
  submit: string
  form: Pick<AccountFormState, 'props' | 'busy' | 'failure'>
  children: ReactNode
  foot?: ReactNode
}

export function AccountForm({ title, intro, submit, form, children, foot }: AccountFormProps) {
  return (
    <AccountCard title={title} intro={intro} foot={foot}>
      <FieldsWithButton form={form} submit={submit} size="large" wide>
        {children}
      </FieldsWithButton>
    </AccountCard>
  )
}

type FieldsWithButtonProps = Pick<AccountFormProps, 'submit' | 'form' | 'children'> &
  Pick<ComponentProps<typeof Button>, 'size' | 'wide' | 'variant'>

export function FieldsWithButton({ submit, form, children, ...look }: FieldsWithButtonProps) {
  return (
    <form {...form.props} className="grid gap-5">
      {children}
      {form.failure && <p className="text-sm font-medium text-chilli">{form.failure}</p>}
      <Button type="submit" busy={form.busy} className="justify-self-start" {...look}>
        {submit}
      </Button>
      <NeedsScript>This form needs JavaScript. You can also order by phone.</NeedsScript>
    </form>
  )
}

/** A button of a section. It can be pressed once its script runs. */
export function SectionButton(props: ComponentProps<typeof Button>) {
  const ready = useHydrated()
  return <Button variant="secondary" className="justify-self-start" disabled={!ready} {...props} />
}

type AccountCardProps = Pick<AccountFormProps, 'title' | 'intro' | 'foot'> & {
  children?: ReactNode
}

/** A page of one card. */
export function AccountCard(card: AccountCardProps) {
  return (
    <div className="shell grid justify-items-center py-10 md:py-16">
      <FormCard heading="h1" {...card} />
    </div>
  )
}

interface FormCardProps extends AccountCardProps {
  heading: 'h1' | 'h2'
}

export function FormCard({ heading: Heading, title, intro, foot, children }: FormCardProps) {
  const id = useId()
  return (
    <section
      // The page's own heading names the page.
      aria-labelledby={Heading === 'h1' ? undefined : id}
      className="card grid w-full max-w-md gap-6 p-6 sm:p-10"
    >
      <header className="grid gap-2">
        <Heading id={id} className="text-3xl">
          {title}
        </Heading>
        {intro && <p className="text-cocoa-soft">{intro}</p>}
      </header>
      {children}
      {foot && <footer className="grid justify-items-center text-sm">{foot}</footer>}
    </section>
  )
}

type AccountFormState = ReturnType<typeof useAccountForm>

/** A form of text fields. Errors of the API are shown in a toast, and beside their fields or above the button. */
export function useAccountForm<Values extends Record<string, string>>(
  loadSchema: () => Promise<ZodType<Values, Values>>,
  send: (values: Values) => Promise<void>,
) {
  const [failure, setFailure] = useState('')
  const form = useSchemaForm(loadSchema, async (values) => {
    setFailure('')
    try {
      await send(values)
    } catch (error) {
      const { detail, errors } = showProblem(error)
      if (errors) form.showErrors(errors as Partial<Values>)
      else setFailure(detail)
    }
  })
  return { ...form, failure }
}

export function AccountLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-field px-1 font-semibold text-berry underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

type PasswordFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  error?: string
}

function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...fieldProps}
            type={shown ? 'text' : 'password'}
            className={`${inputLook} pr-13`}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-pill text-cocoa-soft transition hover:text-berry"
          >
            <Icon path={shown ? eyeOffIcon : eyeIcon} size={20} />
            <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  )
}

export function CurrentPasswordField(props: PasswordFieldProps) {
  return <PasswordField {...props} autoComplete="current-password" required />
}

type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'defaultValue'> & { error?: string }

export function NameField(props: FieldProps) {
  return <TextField {...props} label="Name" autoComplete="name" required />
}

export function MobileField(props: FieldProps) {
  return (
    <TextField
      {...props}
      label="MobileNo"
      hint="10 digits. From abroad? Begin with + and your country code."
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
    />
  )
}

type EmailFieldProps = FieldProps & {
  /** 'username' where the browser should offer the accounts that it knows. */
  autoComplete?: 'email' | 'username' | 'off'
  label?: string
  /** Fills in what was meant by a mistyped email; nothing is asked where it is left out. */
  fill?: (name: 'email', meant: string) => void
}

export function EmailField({ fill, ...props }: EmailFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const released = usePointerReleased()
  const [meant, setMeant] = useState('')

  async function ask(typed: string) {
    // Few emails are mistyped. Without its rule nothing is asked.
    const rule = await import('./email-typo.ts').catch(() => null)
    await released.current
    setMeant(rule?.mendedEmail(typed) ?? '')
  }

  function mend() {
    fill?.('email', meant)
    setMeant('')
    input.current?.focus()
  }

  return (
    <div className="grid content-start gap-2">
      <TextField
        label="Email"
        autoComplete="email"
        {...props}
        ref={input}
        type="email"
        inputMode="email"
        required
        onChange={() => setMeant('')}
        onBlur={fill && (({ target }) => void ask(target.value))}
      />
      <div role="status" className="empty:hidden">
        {meant && (
          <Button variant="secondary" size="small" onClick={mend}>
            <span className="wrap-anywhere">
              Did you mean <span translate="no">{`${meant}?`}</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  )
}

export function NewPasswordField({ label, ...props }: FieldProps & { label: string }) {
  return (
    <PasswordField
      {...props}
      label={label}
      hint="At least 8 characters"
      autoComplete="new-password"
      required
    />
  )
}

interface AccountSectionProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function AccountSection({ title, intro, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-5 sm:p-8">
      <header className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {intro && <p className="text-sm text-cocoa-soft">{intro}</p>}
      </header>
      {children}
    </section>
  )
}

let typed: string | undefined
export const newPassword = () => typed

/** Keeps what somebody registers with for the login page that follows, in this tab's memory alone; without one, forgets it. */
export function keepNewPassword(password?: string) {
  typed = password
}
