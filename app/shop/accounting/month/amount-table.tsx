import type { ReactNode } from 'react'
import { DataTable } from '#ui/lists/data-table.tsx'

interface AmountTableProps {
  label: string
  columns: readonly string[]
  /** Cells under their columns; the first one names the row. */
  rows: readonly (readonly [name: string, ...cells: ReactNode[]])[]
}

/** A table whose columns, but for the first, are amounts and counts. */
export function AmountTable({ label, columns, rows }: AmountTableProps) {
  return (
    <div className="min-w-0 whitespace-nowrap tabular-nums [&_td]:text-right [&_thead_th:not(:first-child)]:text-right">
      <DataTable label={label} columns={columns}>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="min-w-28 whitespace-normal! text-sm! text-cocoa!">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  )
}
