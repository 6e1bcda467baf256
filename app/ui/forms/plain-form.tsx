import type { ReactNode } from 'react'

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
