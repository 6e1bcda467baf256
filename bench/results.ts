import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchOptions } from './options.ts'
import type { Machine } from './report/machine.ts'
import { rounded } from './report/statistics.ts'
import { markdownOf, type Table } from './report/table.ts'

/** A stored run: one file in bench/results. */
export interface Results {
  machine: Machine
  /** The benches that ran, in order, and their options. */
  benches: string[]
  options: BenchOptions
  tables: Table[]
}

const folder = join(import.meta.dirname, 'results')
export const readmeFile = join(import.meta.dirname, 'README.md')
const begins = '<!-- newest results: written by npm run bench, not by hand -->'
const ends = '<!-- end of the newest results -->'

/** Keeps a run, and shows it in bench/README.md. Returns its file. */
export function keepResults(results: Results): string {
  mkdirSync(folder, { recursive: true })
  const { at, commit } = results.machine
  const name = `${at.slice(0, 19).replaceAll(':', '')}-${commit}.json`
  const stored = { ...results, tables: results.tables.map(withRoundedNumbers) }
  writeFileSync(join(folder, name), `${JSON.stringify(stored, null, 2)}\n`)
  writeFileSync(readmeFile, withNewest(readFileSync(readmeFile, 'utf8'), stored))
  return join('bench', 'results', name)
}

/** The latest stored run; null if there is none. */
export function newestResults(): Results | null {
  const newest = existsSync(folder) && readdirSync(folder).sort().at(-1)
  return newest ? (JSON.parse(readFileSync(join(folder, newest), 'utf8')) as Results) : null
}

/** The document with these results in the place that is marked for them. Throws when it has none. */
export function withNewest(readme: string, results: Results | null): string {
  const [before, rest] = readme.split(begins)
  const after = rest?.split(ends)[1]
  if (after === undefined) throw new Error('bench/README.md has no place for results')
  return `${before}${begins}\n\n${results ? resultsText(results) : 'There are none yet.'}\n\n${ends}${after}`
}

function resultsText({ machine, benches, options, tables }: Results): string {
  const { at, commit, dirty, cores, cpu, memoryGb, kernel, node, databases } = machine
  const facts = [
    `${at.slice(0, 10)}, commit ${commit}${dirty ? ' with changes' : ''}: ${benches.join(', ')}, turns of ${options.seconds} s.`,
    `${cores} cores (${cpu}), ${memoryGb} GB, Linux ${kernel}, Node ${node}, ${databases.join(', ')}.`,
  ]
  return [facts.join('\n'), ...tables.map(markdownOf)].join('\n\n')
}

function withRoundedNumbers(table: Table): Table {
  const short = table.rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? rounded(cell) : cell)),
  )
  return { ...table, rows: short }
}
