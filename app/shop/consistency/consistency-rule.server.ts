import type { SQL } from 'drizzle-orm'

/** `error`: two places contradict each other. `notice`: they agree, but the operator should know. */
type Severity = 'error' | 'notice'

/** Something that must be true of the data, and what to do where it is not. */
export interface ConsistencyCheck {
  /** 'order-and-payment'. */
  name: string
  severity: Severity
  /** What must be true, in a sentence. */
  requirement: string
  /** What to do where it is not, in a sentence. */
  remedy: string
}

/** A check that one query answers. */
export interface ConsistencyRule extends ConsistencyCheck {
  /** Selects a text column `what` for each violation. It has only numbers, ids and amounts. */
  rows(at: CheckTime): SQL
}

/** What the queries of rules may use besides the tables. */
export interface CheckTime {
  /** The time of the shop's clock. */
  now: SQL
  /** The job queue, as `name`, `data`, `state` and `created_on` of each job. */
  jobs: SQL
}

/** A check that failed. */
export interface Violation {
  check: ConsistencyCheck
  /** The first violations. */
  rows: string[]
  total: number
}

/** The report lists this many rows of a check and counts the others. */
export const maxListedRows = 20

/** Collects violations one by one. It counts all, but stores only the first ones. */
export function collectViolations() {
  const byCheck = new Map<ConsistencyCheck, Violation>()
  return {
    add(check: ConsistencyCheck, what: string) {
      const violation = byCheck.get(check) ?? { check, rows: [], total: 0 }
      violation.total += 1
      if (violation.rows.length < maxListedRows) violation.rows.push(what)
      byCheck.set(check, violation)
    },
    all: () => [...byCheck.values()],
  }
}
