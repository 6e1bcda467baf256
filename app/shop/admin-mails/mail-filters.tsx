import { Link } from 'react-router'
import { LiveSearch } from '#ui/lists/live-search.tsx'
import { type MailSearch, type MailStatus, mailQuery } from './mail-search.ts'

const filters: [MailStatus | null, string][] = [
  [null, 'All'],
  ['waiting', 'Waiting'],
  ['dead', 'Not sent'],
  ['sent', 'Sent'],
]

interface MailFiltersProps {
  search: MailSearch
  /** How many could not be sent. */
  dead: number
}

/** Which mails are listed: by where they stand, and by whom they go to. */
export function MailFilters({ search, dead }: MailFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)] md:items-end">
      <nav aria-label="Which mails" className="md:mb-2">
        <ul className="flex flex-wrap gap-2">
          {filters.map(([status, label]) => (
            <li key={label}>
              <Link
                to={{ search: mailQuery({ ...search, status, before: null }) }}
                aria-current={search.status === status ? 'true' : undefined}
                preventScrollReset
                className="inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-stroke bg-paper px-4 text-sm font-semibold transition hover:border-berry hover:text-berry aria-[current]:border-berry aria-[current]:bg-berry aria-[current]:text-paper"
              >
                {label}
                {status === 'dead' && dead > 0 && <span>({dead})</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LiveSearch
        label="Search by recipient"
        placeholder="asha@…"
        name="q"
        value={search.q}
        action="/admin/outbox"
        resets={['before']}
      />
    </div>
  )
}
