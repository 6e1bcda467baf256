import { describe, expect, it } from 'vitest'
import { readDelivery, readFailure } from './read-door-form.ts'

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

const free = { codesLeft: 5, photo: undefined, due: 0, upiLink: '' }
const owed = { ...free, due: 500 }
const typed = {
  receiver: 'neighbour',
  code: ' 1234 ',
  method: 'cash',
  amount: '500',
  reference: '',
  reason: '',
}
const delivered = { move: 'deliver', receiver: 'neighbour' }
const picture = 'data:image/jpeg;base64,aGk='

describe('a delivery', () => {
  it.each([
    ['its code', free, { code: '1234' }],
    ['its photo, whatever was typed', { ...free, photo: picture }, { photo: true, picture }],
    ['no code any more', { ...free, codesLeft: 0, photo: picture }, { photo: true, picture }],
  ])('is proved by %s', (_, door, proof) => {
    expect(readDelivery(formOf(typed), door)).toEqual({ move: { ...delivered, ...proof } })
  })

  it.each([
    ['123', free, { code: 'The code has 4 digits.' }],
    ['', free, { code: 'The code has 4 digits.' }],
    ['1234', { ...free, codesLeft: 0 }, { photo: 'Please take a photo.' }],
  ])('is not proved by the code %j', (code, door, errors) => {
    expect(readDelivery(formOf({ ...typed, code }), door)).toEqual({ errors })
  })

  it('has the money that is due', () => {
    expect(readDelivery(formOf(typed), owed)).toEqual({
      move: { ...delivered, code: '1234', money: { method: 'cash', amount: 500 } },
    })
  })

  it('says all that is wrong at once', () => {
    const form = formOf({ ...typed, code: '', amount: '400', method: 'upi' })
    expect(readDelivery(form, owed)).toEqual({
      errors: {
        code: 'The code has 4 digits.',
        reference: 'The reference has 12 digits.',
        reason: 'Please say why it is less.',
      },
    })
  })
})

describe('a failed delivery', () => {
  it('has its reason', () => {
    expect(readFailure(formOf({ failure: 'refused' }))).toEqual({
      move: { move: 'fail', reason: 'refused' },
    })
  })

  it.each(['', 'rain'])('%j is no reason', (failure) => {
    expect(readFailure(formOf({ failure }))).toEqual({
      errors: { failure: 'Please say what happened.' },
    })
  })
})
