/** The baker sets it with the price; null where nothing is set. */
export interface QuotedWork {
  /** From the quote until the cake can leave. */
  leadHours: number | null
  /** For one cake. */
  workMinutes: number | null
}

export const unchangedWork: QuotedWork = { leadHours: null, workMinutes: null }
