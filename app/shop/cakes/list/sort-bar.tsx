import { LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inputLook } from '#ui/forms/field.tsx'
import { type CakeSearch, type CakeSort, type CakeView, sortOptions } from '../cake-search.ts'
import { queryOf } from './use-cake-search.ts'

interface SortBarProps {
  count: number
  search: CakeSearch
  /** The form that the sort order is sent with when there is no script. */
  formId: string
  onSort: (sort: CakeSort) => void
  /** At the left on phones: the button that opens the filters. */
  children?: ReactNode
}

export function SortBar({ count, search, formId, onSort, children }: SortBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p role="status" className="mr-auto text-sm text-cocoa-soft max-md:order-1">
        {count} Product Available
      </p>
      {children}
      <label className="flex items-center gap-2 text-sm max-md:flex-1">
        <span className="shrink-0 max-lg:sr-only">Sort by</span>
        <select
          name="sort"
          form={formId}
          value={search.sort}
          onChange={(event) => onSort(event.target.value as CakeSort)}
          className={`select ${inputLook} min-w-42 pr-11`}
        >
          {sortOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <nav
        aria-label="View"
        className="flex max-md:order-1 rounded-pill border border-stroke bg-paper p-0.5"
      >
        <ViewLink view="grid" search={search} label="Grid view">
          <LayoutGrid size={20} aria-hidden="true" />
        </ViewLink>
        <ViewLink view="list" search={search} label="List view">
          <List size={20} aria-hidden="true" />
        </ViewLink>
      </nav>
    </div>
  )
}

interface ViewLinkProps {
  view: CakeView
  search: CakeSearch
  label: string
  children: ReactNode
}

function ViewLink({ view, search, label, children }: ViewLinkProps) {
  return (
    <Link
      to={`/products${queryOf({ ...search, view })}`}
      preventScrollReset
      aria-label={label}
      aria-current={search.view === view ? 'true' : undefined}
      className="inline-flex size-11 items-center justify-center rounded-pill text-cocoa-soft transition hover:text-berry aria-[current]:bg-berry aria-[current]:text-paper"
    >
      {children}
    </Link>
  )
}
