import type { BenchOptions } from './options.ts'
import type { Report } from './report/report.ts'
import type { Place } from './shops/places.ts'

export interface BenchRun {
  options: BenchOptions
  /** Every database to measure on. */
  places: readonly Place[]
  report: Report
}

/** Something that can be measured by its name. */
export interface Bench {
  about: string
  run(run: BenchRun): Promise<void>
}
