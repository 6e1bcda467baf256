import { type BookCheck, type Finding, namedRows } from './book-rule.server.ts'

/** Gathers what is found one by one; however much it is, few are kept and all are counted. */
export function createFindings() {
  const found = new Map<BookCheck, Finding>()
  return {
    add(check: BookCheck, what: string) {
      const finding = found.get(check) ?? { check, rows: [], total: 0 }
      finding.total += 1
      if (finding.rows.length < namedRows) finding.rows.push(what)
      found.set(check, finding)
    },
    all: () => [...found.values()],
  }
}
