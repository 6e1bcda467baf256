import type { Paise } from '#shop/values/money.ts'

/** What was counted at the end of a day, as the audit log has it. */
export interface DayClose {
  /** At the time of the count. */
  expectedPaise: Paise
  countedPaise: Paise
  /** Why it differs; '' if it does not. */
  note: string
}

/** A day with cash, or with a count. */
export interface CashDay {
  /** 'YYYY-MM-DD' */
  day: string
  /** What riders and the counter have taken by now. */
  expectedPaise: Paise
  /** The newest count; null if nobody has counted. */
  close: DayClose | null
}
