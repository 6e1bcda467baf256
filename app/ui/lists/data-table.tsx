import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../button.tsx'
import { Field, inputLook } from '../forms/field.tsx'
import { Icon, searchIcon } from '../icon.tsx'

interface DataTableProps {
  label: string
  columns: readonly string[]
  /** Table rows: `<tr>` with a `<td>` for each column. */
  children: ReactNode
}

/** A dense table. It scrolls inside itself if the screen is too small; on wide screens its headings are sticky. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <section
      className="overflow-x-auto rounded-field md:max-h-[80dvh] md:overflow-y-auto print:max-h-none print:overflow-visible"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="data-table w-full text-left text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** Heading, content and classes of the cells in a column. */
export type ListColumn<Row> = readonly [
  heading: string,
  cell: (row: Row) => ReactNode,
  look?: string,
]

interface ListTableProps<Row> {
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** Shown if there are no rows. */
  children?: ReactNode
}

/** A list as a table on wide screens. On others the cells of a row stand one below the other. */
export function ListTable<Row extends { id: string | number }>(props: ListTableProps<Row>) {
  const { label, columns, rows, children } = props
  return (
    <div className="min-w-0 max-lg:[&_td]:border-0! max-lg:[&_td]:py-0.5! max-lg:[&_thead]:sr-only">
      <DataTable label={label} columns={columns.map(([heading]) => heading)}>
        {rows.map((row) => (
          <tr
            key={row.id}
            className="align-top max-lg:grid max-lg:border-b max-lg:border-line max-lg:py-3"
          >
            {columns.map(([heading, cell, look]) => (
              <td key={heading} className={look}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length} className="text-cocoa-soft">
              {children}
            </td>
          </tr>
        )}
      </DataTable>
    </div>
  )
}

/** How long typing must pause before the search is sent, in ms. */
const pause = 250

interface LiveSearchProps {
  label: string
  placeholder?: string
  /** Its parameter in the page's query. */
  name: string
  value: string
  /** Where the form goes without script: a path, with the '#id' of its section. */
  action: string
  /** The query parameters that a new search removes, such as the page of the old one. */
  resets?: readonly string[]
}

/** Searches by the page's query while the visitor types; without script it is a form. Other parameters stay. */
export function LiveSearch(props: LiveSearchProps) {
  const { label, placeholder, name, value, action, resets = [] } = props
  const [, setSearch] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A link may have changed the search. What is being typed is newer than any result.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])

  function send() {
    clearTimeout(timer.current)
    setSearch(
      (search) => {
        search.set(name, input.current?.value.trim() ?? '')
        for (const reset of resets) search.delete(reset)
        return search
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <search>
      <form
        action={action}
        className="flex items-end gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="flex-1">
          <Field label={label}>
            {(tied) => (
              <span className="relative">
                <input
                  {...tied}
                  ref={input}
                  type="search"
                  name={name}
                  placeholder={placeholder}
                  defaultValue={value}
                  autoComplete="off"
                  enterKeyHint="search"
                  onChange={() => {
                    clearTimeout(timer.current)
                    timer.current = setTimeout(send, pause)
                  }}
                  className={`${inputLook} pl-11!`}
                />
                <Icon
                  path={searchIcon}
                  size={20}
                  className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-cocoa-soft"
                />
              </span>
            )}
          </Field>
        </div>
        <div className="hidden noscript:block">
          <Button type="submit" early>
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}
