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
  /** The text of the button. */
  submit: string
  form: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    busy: boolean
    ready: boolean
  }
  children: ReactNode
  /** Links to other pages. */
  foot?: ReactNode
}

/** A page with one form on a card: register, login, forgotten and new password. */
export function AccountForm({ title, intro, submit, form, children, foot }: AccountFormProps) {
  return (
    <AccountCard title={title} intro={intro} foot={foot}>
      {/* Should the browser send the form without JavaScript, a password must not be in the URL. */}
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
 * A form of text fields, validated after touch and when sent. Errors of the API are shown in a toast and beside their
 * fields.
 */
export function useAccountForm<Values extends FieldValues>(
  resolver: Resolver<Values, unknown, Values>,
  send: (values: Values) => Promise<void>,
) {
  const form = useForm<Values, unknown, Values>({ resolver, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState

  const sendValid = form.handleSubmit(async (values) => {
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
    // Password managers may fill in fields before the page is hydrated.
    for (const [field, value] of new FormData(event.currentTarget)) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    }
    return sendValid(event)
  }

  return {
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
    onSubmit,
    busy: isSubmitting,
    /** Before hydration the browser would send the form itself, and not to the API. */
    ready: useHydrated(),
  }
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

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
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
