import type { SQL } from 'drizzle-orm'

/** `disagreement`: two places tell different stories. `notice`: they agree, and somebody should know all the same. */
type Severity = 'error' | 'notice'

/** Something that must be true of the books, and what to do where it is not. */
export interface ConsistencyCheck {
  /** 'order-and-payment'. */
  name: string
  severity: Severity
  /** What must be true, in a sentence. */
  says: string
  /** What to do where it is not, in a sentence. */
  mend: string
}

/** A check that one query answers. */
export interface ConsistencyRule extends ConsistencyCheck {
  /** One row, with the single text column `what`, for each place where it is not true: numbers, ids and amounts alone. */
  rows(at: CheckTime): SQL
}

/** What a rule's query may ask of the moment at which the books are read. */
export interface CheckTime {
  /** The shop's time. */
  now: SQL
  /** The job queue, as `name`, `data`, `state` and `created_on` of each job. */
  jobs: SQL
}

/** Where a check did not hold. */
export interface Violation {
  check: ConsistencyCheck
  /** The first of them. */
  rows: string[]
  total: number
}

/** So many rows of a check are named; the others are counted. */
export const maxListedRows = 20

/** Gathers what is found one by one; however much it is, few are kept and all are counted. */
export function collectViolations() {
  const found = new Map<ConsistencyCheck, Violation>()
  return {
    add(check: ConsistencyCheck, what: string) {
      const finding = found.get(check) ?? { check, rows: [], total: 0 }
      finding.total += 1
      if (finding.rows.length < maxListedRows) finding.rows.push(what)
      found.set(check, finding)
    },
    all: () => [...found.values()],
  }
}
