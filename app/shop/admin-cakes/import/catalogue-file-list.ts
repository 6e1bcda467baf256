/**
 * A list in one cell of a spreadsheet: 'Cocoa | Truffle cream'. A '|' or '\' that belongs to the text is written
 * with a '\' before it, so that every list comes back as it was.
 */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, String.raw`\$&`)).join(' | ')
}

/** The list in a cell; blanks beside a '|' may be left out, and a '\' before anything else stands for itself. */
export function splitList(cell: string): string[] {
  if (cell === '') return []
  const items: string[] = []
  let item = ''
  for (const [piece] of cell.matchAll(/\\[\\|]| ?\| ?|[^\\| ]+|[\\ ]/g)) {
    if (piece.trim() === '|') {
      items.push(item)
      item = ''
    } else item += /^\\./.test(piece) ? piece.slice(1) : piece
  }
  return [...items, item]
}
