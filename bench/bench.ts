import type { BenchOptions } from './options.ts'
import type { Report } from './report/report.ts'
import type { Place } from './shops/places.ts'
import type { Reference } from './shops/reference.ts'

export interface BenchRun {
  options: BenchOptions
  /** Every database to measure on. */
  places: readonly Place[]
  reference: Reference
  report: Report
}

/** Something that can be measured by its name. */
export interface Bench {
  about: string
  /** Whether its reference may be the shop of another folder. */
  comparesFolders?: true
  run(run: BenchRun): Promise<void>
}
