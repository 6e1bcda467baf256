import { expect, it } from 'vitest'
import type { AppError } from '../app-error.ts'
import { refuseNul } from './refuse-nul.ts'

const fieldsOf = (body: unknown) => {
  try {
    refuseNul(body)
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
