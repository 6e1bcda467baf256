import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Button } from '#ui/button.tsx'

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

export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" className="justify-self-start" onClick={onClick}>
      {children}
    </Button>
  )
}

const pages = [
  ['/admin/delivery', 'Settings'],
  ['/admin/delivery/calendar', 'Calendar'],
  ['/admin/delivery/simulator', 'Simulator'],
] as const

interface DeliveryPageProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function DeliveryPage({ title, intro, children }: DeliveryPageProps) {
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">{title}</h1>
        {intro && <p className="mt-1 text-cocoa-soft">{intro}</p>}
        <nav aria-label="Delivery" className="mt-1 flex flex-wrap gap-x-5">
          {pages.map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              end
              className="inline-flex min-h-11 items-center font-semibold text-berry underline-offset-3 not-aria-[current=page]:underline aria-[current=page]:text-cocoa"
            >
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  )
}
