import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Button } from '#ui/button.tsx'

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
