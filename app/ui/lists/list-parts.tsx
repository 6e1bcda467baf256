import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { closeIcon, Icon } from '../icon.tsx'

interface EmptyStateProps {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-16 text-center">
      {picture && <div className="text-berry">{picture}</div>}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="text-cocoa-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface FilterChipsProps {
  /** The filters in use, each with the query of the page without it. */
  filters: readonly { key: string; label: string; without: string }[]
  /** The query without any of them, for 'Clear all'. Without it there is no such link. */
  withoutAll?: string
  /** Called when one is removed, so that the owner can move the focus. */
  onTakeOff: () => void
}

const chipLook =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill text-sm font-medium transition hover:text-berry'

/** The filters in use as chips; pressing one removes it. Nothing if there are none. */
export function FilterChips({ filters, withoutAll, onTakeOff }: FilterChipsProps) {
  if (filters.length === 0) return null
  const linkTo = (query: string) => ({
    to: { search: query },
    preventScrollReset: true,
    onClick: onTakeOff,
  })
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ key, label, without }) => (
        <li key={key}>
          <Link {...linkTo(without)} className={`${chipLook} bg-blush pr-3 pl-4`}>
            <span className="sr-only">Remove filter: </span>
            <span className="wrap-anywhere">{label}</span>
            <Icon path={closeIcon} size={16} className="shrink-0" />
          </Link>
        </li>
      ))}
      {withoutAll !== undefined && (
        <li>
          <Link
            {...linkTo(withoutAll)}
            className={`${chipLook} px-3 text-berry underline underline-offset-3`}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

/** A line of a `dl`: its name above it. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-cocoa-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
