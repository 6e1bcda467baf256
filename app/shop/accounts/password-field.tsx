import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field, inputLook } from '#ui/forms/field.tsx'

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
