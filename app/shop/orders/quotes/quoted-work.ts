/** What the baker says of a customised cake with its price; null where nothing is said. */
export interface QuotedWork {
  /** From the quote until it can leave. */
  leadHours: number | null
  /** Of the kitchen, for one cake. */
  workMinutes: number | null
}

export const unsaidWork: QuotedWork = { leadHours: null, workMinutes: null }
