import type { To } from 'react-router'
import { ButtonLink } from '../button.tsx'

interface PagerProps {
  /** The label for screen readers: 'Pages of users'. */
  label: string
  back: { to: To; text: string } | null
  on: { to: To; text: string } | null
}

/** Links between the pages of a list; nothing if it has one page. */
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
