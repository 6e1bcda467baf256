import { expect, it } from 'vitest'
import { keptMap } from './kept-map.ts'

const isText = (stored: unknown): stored is string => typeof stored === 'string'

it('what is kept of orders is there on a page that is opened again, until it is forgotten', () => {
  let text: string | null = null
  const open = () =>
    keptMap(
      {
        read: () => text,
        write(next) {
          text = next
          return true
        },
      },
      isText,
    )
  open().set('1', 'delivered')
  open().set('2', 'failed')
  open().delete('1')
  expect([open().get('1'), open().get('2')]).toEqual([undefined, 'failed'])
  open().clear()
  expect([open().get('2'), text]).toEqual([undefined, '{}'])
})

it('what was damaged is left out', () => {
  const kept = keptMap({ read: () => '{"1":5,"2":"failed"}', write: () => true }, isText)
  expect([kept.get('1'), kept.get('2')]).toEqual([undefined, 'failed'])
})
