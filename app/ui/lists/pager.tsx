import type { To } from 'react-router'
import { ButtonLink } from '../button.tsx'

interface PagerProps {
  /** Names the ways for screen readers: 'Pages of users'. */
  label: string
  /** To the list's beginning; null where that is shown. */
  back: { to: To; text: string } | null
  /** To what comes next; null where the list ends. */
  on: { to: To; text: string } | null
}

/** The ways between the pages of a list that goes on; nothing where it has one page. */
export function Pager({ label, back, on }: PagerProps) {
  if (!back && !on) return null
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-3">
      {back && (
        <ButtonLink to={back.to} variant="secondary" size="small">
          {back.text}
        </ButtonLink>
      )}
      {on && (
        <ButtonLink to={on.to} variant="secondary" size="small" className="ml-auto">
          {on.text}
        </ButtonLink>
      )}
    </nav>
  )
}
