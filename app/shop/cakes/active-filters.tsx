import { X } from 'lucide-react'
import { Link } from 'react-router'
import { activeFilters, type CakeSearch, defaultCakeSearch } from './cake-search.ts'
import { queryOf } from './use-cake-search.ts'

interface ActiveFiltersProps {
  search: CakeSearch
  /** Called when one is taken off, for the focus has to go elsewhere. */
  onTakeOff: () => void
}

/** The filters in use as chips; pressing one takes it off. */
export function ActiveFilters({ search, onTakeOff }: ActiveFiltersProps) {
  const active = activeFilters(search)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {active.map(({ key, label }) => (
        <li key={key}>
          <Link
            to={{ search: queryOf({ ...search, [key]: defaultCakeSearch[key] }) }}
            preventScrollReset
            onClick={onTakeOff}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-blush pr-3 pl-4 text-sm font-medium transition hover:text-berry"
          >
            <span className="sr-only">Take off filter: </span>
            {label}
            <X size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
