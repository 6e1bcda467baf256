import type { ReactNode } from 'react'
import { DataTable } from './data-table.tsx'

interface TableOrCardsProps {
  /** Names the table for screen readers. */
  label: string
  columns: readonly string[]
  /** `<tr>` with a `<td>` for each column. */
  rows: ReactNode
  /** The same things, each as an `<li>`. */
  cards: ReactNode
}

/** Things as a table on wide screens and as cards on others. */
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
