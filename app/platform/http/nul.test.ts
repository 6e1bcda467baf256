import { expect, it } from 'vitest'
import type { AppError } from '../app-error.ts'
import { validateTexts, withoutNul } from './nul.ts'

const fieldsOf = (body: unknown) => {
  try {
    validateTexts(body)
    return []
  } catch (error) {
    return Object.keys((error as AppError).errors ?? {})
  }
}

it.each([
  [{ name: 'a\0b' }, ['name']],
  [{ name: '\0' }, ['name']],
  [
    { order: [{ bname: 'fine' }, { bname: 'a\0', detail: '\0' }] },
    ['order.1.bname', 'order.1.detail'],
  ],
  [{ image: ['a', 'b\0'] }, ['image.1']],
  [{ name: 'ಕನ್ನಡ 🎂 \n\t\u0001', amount: 0, none: null, so: true }, []],
  ['\0', ['']],
  [undefined, []],
  [null, []],
])('%j', (body, fields) => {
  expect(fieldsOf(body)).toEqual(fields)
})

it.each([98_000, 40])('a body that is nested %i deep is malformed', (depth) => {
  const body: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(() => validateTexts({ email: 'a@b.in', body })).toThrow('nested too deeply')
})

it.each([
  ['a list', (amount: number) => Array(amount).fill({ a: 1 })],
  [
    'fields',
    (amount: number) => Object.fromEntries(Array.from({ length: amount }, (_, n) => [n, [n]])),
  ],
])('so many values are malformed: %s', (_, bodyOf) => {
  expect(() => validateTexts(bodyOf(2_000))).not.toThrow()
  expect(() => validateTexts(bodyOf(2_600))).toThrow('too many values')
})

it.each([
  ['text=%00', 'text='],
  ['text=man%00go&sort=a-z', 'text=mango&sort=a-z'],
  ['text=%2500', 'text=%2500'],
])('?%s of a page is ?%s', (sent, query) => {
  expect(String(withoutNul(new URLSearchParams(sent)))).toBe(query)
})
