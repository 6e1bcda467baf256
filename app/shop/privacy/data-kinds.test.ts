import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataKinds, kindsAskedAt, type NoticePlace } from './data-kinds.ts'

const book = readFileSync('docs/privacy.md', 'utf8').replaceAll(/ +/g, ' ')

test.each(dataKinds)('the book has the row of $id', ({ what, why, kept, ground }) => {
  expect(book).toContain(`| ${what} | ${why} | ${kept} | ${ground} |`)
})

test('the book has no row that the code has not', () => {
  const rows = book.match(/^\| .* \| .* \| .* \| .*(section|Consent).* \|$/gm) ?? []
  expect(rows).toHaveLength(dataKinds.length)
})

test.each([
  'register',
  'contact',
  'checkout',
  'custom-cake',
  'newsletter',
  'unserved',
  'guest',
] as const)('who gives data at %s is told what is kept of it', (place: NoticePlace) => {
  expect(kindsAskedAt(place)).not.toEqual([])
})
