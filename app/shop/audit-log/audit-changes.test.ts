import { describe, expect, it } from 'vitest'
import { fieldChanges } from './audit-log.page.tsx'

describe('fieldChanges', () => {
  it('only what differs, as it was and as it is', () => {
    const before = { name: 'Truffle', price: 850, hidden: false, flavours: ['Cocoa'] }
    const after = { name: 'Truffle', price: 900, hidden: true, flavours: ['Cocoa', 'Mint'] }
    expect(fieldChanges(before, after)).toEqual([
      { field: 'price', before: '850', after: '900' },
      { field: 'hidden', before: 'no', after: 'yes' },
      { field: 'flavours', before: 'Cocoa', after: 'Cocoa, Mint' },
    ])
  })

  it('what is new or gone has nothing on the other side', () => {
    expect(fieldChanges(null, { note: 'No nuts' })).toEqual([
      { field: 'note', before: null, after: 'No nuts' },
    ])
    expect(fieldChanges({ note: 'No nuts' }, { note: '' })).toEqual([
      { field: 'note', before: 'No nuts', after: null },
    ])
    expect(fieldChanges(null, null)).toEqual([])
  })

  it('amounts in rupees, names of fields in words', () => {
    expect(fieldChanges({ refundedPaise: 0 }, { refundedPaise: 90_050 })).toEqual([
      { field: 'refunded (Rs.)', before: '0', after: '900.5' },
    ])
    expect(fieldChanges({}, { earlierPrice: 5 })[0]?.field).toBe('earlier price')
  })

  it('fields within fields', () => {
    expect(fieldChanges({ user: { name: 'A', age: 1 } }, { user: { name: 'B', age: 1 } })).toEqual([
      { field: 'user.name', before: 'A', after: 'B' },
    ])
  })

  it('statuses in words, and no ids', () => {
    const item = '0198d1a0-7c1f-7000-8000-00000000000a'
    const before = { item, fulfilment: 'ready' }
    expect(
      fieldChanges(before, { ...before, message: item, fulfilment: 'out_for_delivery' }),
    ).toEqual([{ field: 'fulfilment', before: 'ready', after: 'out for delivery' }])
  })

  it('long texts are cut', () => {
    const [change] = fieldChanges(null, { description: 'x'.repeat(400) })
    expect(change?.after).toHaveLength(301)
  })
})
