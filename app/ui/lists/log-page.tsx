import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '../button.tsx'
import { searchFields } from './log-search.ts'
import { Pager } from './pager.tsx'

interface LogPageProps {
  title: string
  intro: string
  /** Beside the title, such as an export. */
  action?: ReactNode
  path: string
  /** From the URL. */
  search: { before: number | null }
  fields: ReactNode
  /** The id before which the next page begins; null on the last. */
  next: number | null
  /** The entries; null if none was found. */
  children: ReactNode
}

/** A page of a log: its filters, entries from the newest on, links to older ones. It works without JavaScript. */
export function LogPage({ title, intro, action, next, children, ...page }: LogPageProps) {
  const { before, ...filter } = page.search
  const pageFrom = (id: number | null) =>
    `?${new URLSearchParams(searchFields({ ...filter, before: id }))}`
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="text-3xl">{title}</h1>
          <p className="text-cocoa-soft">{intro}</p>
        </div>
        {action}
      </header>
      <Filters path={page.path} filter={searchFields(filter)}>
        {page.fields}
      </Filters>
      {children ?? (
        <p className="card p-5 text-sm text-cocoa-soft">
          No entries found. Change the filters, or show all.
        </p>
      )}
      <Pager
        label={`Pages of: ${title}`}
        back={before === null ? null : { to: pageFrom(null), text: 'Newest entries' }}
        on={next === null ? null : { to: pageFrom(next), text: 'Older entries' }}
      />
    </div>
  )
}

interface FiltersProps {
  path: string
  filter: Record<string, string>
  children: ReactNode
}

function Filters({ path, filter, children }: FiltersProps) {
  return (
    <search>
      <Form
        // After a navigation the fields show what the URL has.
        key={JSON.stringify(filter)}
        action={path}
        className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] items-end gap-3 *:max-w-96"
      >
        {children}
        <div className="mb-1.5 flex flex-wrap gap-3">
          <Button type="submit" early variant="secondary">
            Apply
          </Button>
          {Object.keys(filter).length > 0 && (
            <ButtonLink to={path} variant="quiet">
              Show all
            </ButtonLink>
          )}
        </div>
      </Form>
    </search>
  )
}
