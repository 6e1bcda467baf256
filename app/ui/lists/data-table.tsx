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
