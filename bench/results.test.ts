import { expect, it } from 'vitest'
import { type Results, resultsText } from './results.ts'

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
    against: undefined,
    accept: false,
    cakes: undefined,
    orders: undefined,
    seconds: 2,
    turns: 2,
    clients: 32,
    requests: 100_000,
    seed: 1,
  },
  tables: [{ title: 'Reads', columns: ['what', 'ratio'], rows: [['home', 0.91]] }],
}

it('a stored run says where it was measured, and has its tables', () => {
  expect(
    resultsText(results),
  ).toBe(`2026-11-21, commit abc1234567 with changes: reads, turns of 2 s.
2 cores (A processor), 8 GB, Linux 6.1, Node v24.0.0, PGlite.

Reads
what  ratio
home   0.91
`)
})
