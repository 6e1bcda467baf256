import { type ConsistencyCheck, maxListedRows, type Violation } from './consistency-rule.server.ts'

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
