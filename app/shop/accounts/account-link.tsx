import type { ReactNode } from 'react'
import { Link } from 'react-router'

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
