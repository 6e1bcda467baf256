import { type ReactNode, useId } from 'react'

interface AccountSectionProps {
  title: string
  /** A sentence under the title. */
  intro?: ReactNode
  children: ReactNode
}

/** A part of the account page: a card with a title. */
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
