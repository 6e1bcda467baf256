import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchOptions } from './options.ts'
import type { Machine } from './report/machine.ts'
import { rounded } from './report/statistics.ts'
import { type Table, textOf } from './report/table.ts'

/** A stored run: two files in bench/results, one to compute with and one to read. */
export interface Results {
  machine: Machine
  /** The benches that ran, in order, and their options. */
  benches: string[]
  options: BenchOptions
  tables: Table[]
}

const folder = join(import.meta.dirname, 'results')

/** Stores a run. Returns the file to read. */
export function storeResults(results: Results): string {
  mkdirSync(folder, { recursive: true })
  const { at, commit } = results.machine
  const name = `${at.slice(0, 19).replaceAll(':', '')}-${commit}`
  const stored = { ...results, tables: results.tables.map(withRoundedNumbers) }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(stored, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.txt`), resultsText(stored))
  return join('bench', 'results', `${name}.txt`)
}

export function resultsText({ machine, benches, options, tables }: Results): string {
  const { at, commit, dirty, cores, cpu, memoryGb, kernel, node, databases } = machine
  const facts = [
    `${at.slice(0, 10)}, commit ${commit}${dirty ? ' with changes' : ''}: ${benches.join(', ')}${options.against ? ` against ${options.against}` : ''}, turns of ${options.seconds} s.`,
    `${cores} cores (${cpu}), ${memoryGb} GB, Linux ${kernel}, Node ${node}, ${databases.join(', ')}.`,
  ]
  return `${[facts.join('\n'), ...tables.map(textOf)].join('\n\n')}\n`
}

function withRoundedNumbers(table: Table): Table {
  const short = table.rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? rounded(cell) : cell)),
  )
  return { ...table, rows: short }
}
