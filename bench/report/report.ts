import { type Table, textOf } from './table.ts'

/** What a run of the bench has found. */
export interface Report {
  say(line: string): void
  /** Shows and keeps what was measured. */
  show(table: Table): void
  /** Tells of a wrong answer, which fails the run. Nothing fails it for being slow. */
  wrong(what: string): void
  readonly tables: readonly Table[]
  readonly isRight: boolean
}

export function createReport(say: (line: string) => void): Report {
  const tables: Table[] = []
  let isRight = true
  return {
    say,
    show(table) {
      tables.push(table)
      say(`\n${textOf(table)}\n`)
    },
    wrong(what) {
      isRight = false
      say(`WRONG ${what}`)
    },
    tables,
    get isRight() {
      return isRight
    },
  }
}
