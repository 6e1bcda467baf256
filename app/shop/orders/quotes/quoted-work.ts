/** The work on a customised cake, set with its price; null where nothing is set. */
export interface QuotedWork {
  /** From the quote until it can leave. */
  leadHours: number | null
  /** Of the kitchen, for one cake. */
  workMinutes: number | null
}

export const unchangedWork: QuotedWork = { leadHours: null, workMinutes: null }
