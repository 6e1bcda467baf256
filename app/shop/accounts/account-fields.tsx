import type { ComponentProps } from 'react'
import { TextField } from '#ui/forms/field.tsx'
import { PasswordField } from './account-form.tsx'

type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'defaultValue'> & { error?: string }

export function NameField(props: FieldProps) {
  return <TextField {...props} label="Name" autoComplete="name" required />
}

export function MobileField(props: FieldProps) {
  return (
    <TextField
      {...props}
      label="MobileNo"
      hint="10 digits, such as 9876543210"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      required
    />
  )
}

type EmailFieldProps = FieldProps & {
  /** 'username' where the browser should offer the accounts that it knows. */
  autoComplete: 'email' | 'username' | 'off'
  label?: string
}

export function EmailField({ label = 'Email', ...props }: EmailFieldProps) {
  return <TextField {...props} label={label} type="email" inputMode="email" required />
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
