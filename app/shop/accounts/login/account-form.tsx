import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import {
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { Link } from 'react-router'
import { ApiError } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { Field, inputLook } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'

interface AccountFormProps {
  title: string
  /** A sentence under the title. */
  intro?: ReactNode
  /** The words on its button. */
  submit: string
  form: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    busy: boolean
    ready: boolean
  }
  children: ReactNode
  /** Where else to go from here. */
  foot?: ReactNode
}

/** A page that is one form on a card: register, login, forgotten and new password. */
export function AccountForm({ title, intro, submit, form, children, foot }: AccountFormProps) {
  return (
    <AccountCard title={title} intro={intro} foot={foot}>
      {/* The method keeps what is typed out of the address, should the browser ever send the form itself. */}
      <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-5">
        {children}
        <Button type="submit" size="large" wide busy={form.busy} disabled={!form.ready}>
          {submit}
        </Button>
        <NeedsScript>This form needs JavaScript. You can also order by phone.</NeedsScript>
      </form>
    </AccountCard>
  )
}

type AccountCardProps = Pick<AccountFormProps, 'title' | 'intro' | 'foot' | 'children'>

export function AccountCard({ title, intro, foot, children }: AccountCardProps) {
  return (
    <div className="shell py-10 md:py-16">
      <section className="card mx-auto grid w-full max-w-md gap-6 p-6 sm:p-10">
        <header className="grid gap-2">
          <h1 className="text-3xl">{title}</h1>
          {intro && <p className="text-cocoa-soft">{intro}</p>}
        </header>
        {children}
        {foot && <footer className="grid justify-items-center text-sm">{foot}</footer>}
      </section>
    </div>
  )
}

/**
 * A form of text fields: checked after touch and when sent. What the API refuses is told in a toast and beside
 * its fields; what was typed stays.
 */
export function useAccountForm<Values extends FieldValues>(
  resolver: Resolver<Values, unknown, Values>,
  send: (values: Values) => Promise<void>,
) {
  const form = useForm<Values, unknown, Values>({ resolver, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState

  const sendChecked = form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      for (const [field, message] of Object.entries(error.problem.errors ?? {})) {
        form.setError(field as Path<Values>, { message })
      }
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Password managers may have filled fields in before the page was listening.
    for (const [field, value] of new FormData(event.currentTarget)) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    }
    return sendChecked(event)
  }

  return {
    /** What a field needs: its name, its listeners, its error. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
    onSubmit,
    busy: isSubmitting,
    /** Before the page listens a form would send itself, and not by the API. */
    ready: useHydrated(),
  }
}

/** A link from one account page to another, big enough for a thumb. */
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

/** A password that can be looked at while it is typed. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...tied}
            type={shown ? 'text' : 'password'}
            className={`${inputLook} pr-13`}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-pill text-cocoa-soft transition hover:text-berry noscript:hidden"
          >
            <Icon size={20} aria-hidden="true" />
            <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
