/** What of a cart's line decides when it can come. What it asks of the kitchen is the shop's to say. */
export interface DeliveryLine {
  cakeid: string
  /** kg */
  wt: string
  amount: number
  customize: boolean
}

/** The lines as a call's query has them. */
export function linesQuery(lines: readonly DeliveryLine[]): string {
  return lines
    .map(({ cakeid, wt, amount, customize }) => `${customize ? 'custom' : cakeid}:${wt}:${amount}`)
    .join()
}
