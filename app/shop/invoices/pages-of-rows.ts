/**
 * Parts the rows of a table into pages, by their heights. What closes the table stands whole below its last row. A row higher than a page gets a page to itself.
 *
 * @returns for each page, its rows as indices; the last page may have none
 */
export function pagesOfRows(
  heights: readonly number[],
  room: { firstPage: number; otherPages: number; closing: number },
): number[][] {
  const pages: number[][] = [[]]
  let left = room.firstPage
  for (const [index, height] of heights.entries()) {
    if (height > left && (pages.at(-1)?.length || pages.length === 1)) {
      pages.push([])
      left = room.otherPages
    }
    pages.at(-1)?.push(index)
    left -= height
  }
  if (room.closing > left) pages.push(rowToCarry(heights, pages, room))
  return pages
}

/** What closes a table does not stand alone where its last row can come along. */
function rowToCarry(
  heights: readonly number[],
  pages: number[][],
  { otherPages, closing }: { otherPages: number; closing: number },
): number[] {
  const last = pages.at(-1) ?? []
  const row = heights[last.at(-1) ?? -1]
  return row !== undefined && last.length > 1 && row + closing <= otherPages ? last.splice(-1) : []
}
