export type Cell = string | number | null

/** Something that was measured: a row each, its name first. Units stand in the columns' names. */
export interface Table {
  title: string
  columns: string[]
  rows: Cell[][]
}

/** As it is read in a terminal. */
export function textOf({ title, columns, rows }: Table): string {
  const lines = aligned([columns, ...rows.map((row) => row.map(cellText))])
  return [title, ...lines.map((line) => line.join('  ').trimEnd())].join('\n')
}

/** Cells as wide as the widest of their column: names begin where it begins, numbers end where it ends. */
function aligned(lines: string[][]): string[][] {
  const widthAt = (at: number) => Math.max(...lines.map((line) => line[at]?.length ?? 0))
  const widths = lines[0]?.map((_, at) => widthAt(at)) ?? []
  return lines.map((line) =>
    line.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    ),
  )
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  const digits = Number.isInteger(cell) || cell >= 100 ? 0 : cell >= 10 ? 1 : 2
  return cell.toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
