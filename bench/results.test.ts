import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newestResults, type Results, readmeFile, withNewest } from './results.ts'

const readme = readFileSync(readmeFile, 'utf8')

const results: Results = {
  machine: {
    at: '2026-11-21T19:30:00.000Z',
    commit: 'abc1234567',
    dirty: true,
    cores: 2,
    cpu: 'A processor',
    memoryGb: 8,
    kernel: '6.1',
    node: 'v24.0.0',
    databases: ['PGlite'],
  },
  benches: ['reads'],
  options: {
    databases: ['embedded'],
    json: true,
    cakes: undefined,
    orders: undefined,
    seconds: 2,
    clients: 32,
    requests: 100_000,
    seed: 1,
  },
  tables: [{ title: 'Reads', columns: ['what', 'ratio'], rows: [['home', 0.91]] }],
}

it('the README shows the newest stored results', () => {
  expect(readme).toBe(withNewest(readme, newestResults()))
})

it('new results take the place of older ones, and nothing else changes', () => {
  const shown = withNewest(readme, results)
  expect(shown).toContain('2026-11-21, commit abc1234567 with changes: reads, turns of 2 s.')
  expect(shown).toContain('### Reads\n\n| what | ratio |')
  expect(withNewest(shown, newestResults())).toBe(readme)
})

it('a document without the marks is refused', () => {
  expect(() => withNewest('# bench', results)).toThrow('no place for results')
})
