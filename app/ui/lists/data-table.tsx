import type { ReactNode } from 'react'

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

interface TableOrCardsProps {
  label: string
  columns: readonly string[]
  /** `<tr>` with a `<td>` for each column. */
  rows: ReactNode
  /** The same items, each as an `<li>`. */
  cards: ReactNode
}

/** Items as a table on wide screens and as cards on others. */
export function TableOrCards({ label, columns, rows, cards }: TableOrCardsProps) {
  return (
    <>
      <div className="card hidden p-2 lg:block">
        <DataTable label={label} columns={columns}>
          {rows}
        </DataTable>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 lg:hidden">{cards}</ul>
    </>
  )
}
