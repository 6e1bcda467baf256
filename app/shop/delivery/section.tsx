import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  /** What its fields decide, in a plain sentence or two. */
  intro?: ReactNode
  children: ReactNode
}

/** A part of the delivery pages, under its heading. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {intro && <p className="text-sm text-cocoa-soft">{intro}</p>}
      {children}
    </section>
  )
}
