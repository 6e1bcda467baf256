import type { ReactNode } from 'react'
import { chevronDownIcon, Icon } from '../icon.tsx'
import { SelectField, TextAreaField, TextField } from './field.tsx'
import type { FieldLook } from './field-look.ts'

interface SectionProps {
  id: string
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <h2 id={id} className="scroll-mt-32 text-lg">
        {title}
      </h2>
      {intro && <p className="text-sm text-cocoa-soft">{intro}</p>}
      {children}
    </section>
  )
}

interface PlainFormProps {
  onSave: () => Promise<void>
  children: ReactNode
}

/** Without the browser's validation: the server validates. */
export function PlainForm({ onSave, children }: PlainFormProps) {
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      {children}
    </form>
  )
}

interface FieldOfProps extends Omit<FieldLook, 'label' | 'hint'> {
  label: ReactNode
  hint?: ReactNode
  name?: string
  error?: string | undefined
  value?: string
  defaultValue?: string | undefined
  onChange?: (change: { target: { value: string } }) => void
}

export function FieldOf({ rows = 1, options, ...field }: FieldOfProps) {
  if (rows > 1) return <TextAreaField {...field} rows={rows} />
  if (!options) return <TextField {...field} />
  return (
    <SelectField {...field}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

interface FieldsOfProps<Name extends string> {
  /** Of `useSchemaForm`. */
  form: { field(name: Name): { name: string; error: string | undefined } }
  fields: Partial<Record<Name, FieldLook>>
  /** What they begin with. */
  values?: Readonly<Record<Name, string>>
}

/** The plain fields of a form over a schema, by their names in it. */
export function FieldsOf<Name extends string>({ form, fields, values }: FieldsOfProps<Name>) {
  return (Object.entries(fields) as [Name, FieldLook][]).map(([name, look]) => (
    <FieldOf key={name} {...form.field(name)} defaultValue={values?.[name]} {...look} />
  ))
}

interface CollapsibleProps {
  title: string
  /** Beside the title, also visible while it is closed: a count. */
  aside?: ReactNode
  /** Whether it is open at first. */
  open?: boolean
  id?: string
  children: ReactNode
}

/** A section with a heading (h2) that opens and closes it; the browser's own <details>, so it works without script. */
export function Collapsible({ title, aside, open, id, children }: CollapsibleProps) {
  return (
    <details id={id} open={open} className="card group/section">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-4 py-2 md:px-6 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{title}</h2>
        <span className="flex items-center gap-3 text-sm text-cocoa-soft">
          <span>{aside}</span>
          <Icon
            path={chevronDownIcon}
            size={20}
            className="transition group-open/section:rotate-180 motion-reduce:transition-none"
          />
        </span>
      </summary>
      <div className="border-t border-line p-4 md:p-6">{children}</div>
    </details>
  )
}
