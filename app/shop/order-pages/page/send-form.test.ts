import { describe, expect, it } from 'vitest'
import { changesOf } from './send-form.ts'

const changed = (name: string, value: string) => ({ name, value, isSent: true })
const same = (name: string, value: string) => ({ name, value, isSent: false })

describe('what a form sends of its changes', () => {
  it('is nothing if nothing was changed', () => {
    expect(changesOf([same('riderNote', 'The blue gate')])).toEqual({})
  })

  it('is what was changed, without spaces around it, emptied fields too', () => {
    const fields = [
      changed('giftMessage', ' Hello '),
      changed('giftFrom', ''),
      same('riderNote', 'x'),
    ]
    expect(changesOf(fields)).toEqual({ giftMessage: 'Hello', giftFrom: '' })
  })

  it('is a list if names have numbers', () => {
    const fields = [
      changed('items.0.id', 'a'),
      same('items.0.bname', 'Meena'),
      changed('items.1.id', 'b'),
      changed('items.1.bname', 'Meenu'),
    ]
    expect(changesOf(fields)).toEqual({ items: [{ id: 'a' }, { id: 'b', bname: 'Meenu' }] })
  })

  it('is the parts that were changed, without the others', () => {
    const parts = [
      same('address.address', '12 Hill Road'),
      changed('address.pincode', ' 560034'),
      changed('address.city', 'Pune'),
    ]
    expect(changesOf(parts)).toEqual({ address: { pincode: '560034', city: 'Pune' } })
  })

  it('has the further values of a chosen option, if it was changed', () => {
    const time = { ...changed('time', '2026-12-01T10:00'), optionData: { slot: 'late' } }
    expect(changesOf([time])).toEqual({ time: '2026-12-01T10:00', slot: 'late' })
    expect(changesOf([{ ...time, isSent: false }])).toEqual({})
  })
})
