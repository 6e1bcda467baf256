import { expect, it } from 'vitest'
import { type Table, textOf } from './table.ts'

const table: Table = {
  title: 'Reads',
  columns: ['what', 'requests/s', 'p99 ms'],
  rows: [
    ['home', 41234.5, 1.234],
    ['a cake of the catalogue', 12, null],
    ['none', 0, 12.34],
    ['some', 123.4, 99.96],
  ],
}

it('is aligned in a terminal', () => {
  expect(textOf(table)).toBe(`Reads
what                     requests/s  p99 ms
home                         41,235    1.23
a cake of the catalogue          12
none                              0    12.3
some                            123   100.0`)
})
