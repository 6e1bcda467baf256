export type Cell = string | number | null

/** Something that was measured: a row each, its name first. Units stand in the columns' names. */
export interface Table {
  title: string
  columns: string[]
  rows: Cell[][]
}

/** As it is read in a terminal. */
export function textOf({ title, columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(cellText))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [title, ...text].join('\n')
}

/** As it stands in a document, under a heading of the third level. */
export function markdownOf({ title, columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = line(columns.map((_, at) => (at === 0 ? '---' : '---:')))
  return [
    `### ${title}`,
    '',
    line(columns),
    rule,
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n')
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
