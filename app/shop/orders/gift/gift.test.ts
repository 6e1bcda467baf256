import { describe, expect, it } from 'vitest'
import {
  type Gift,
  giftColumns,
  giftFacts,
  giftOf,
  giftParts,
  missingPlace,
  noGift,
} from './gift.ts'

const recipient = { name: 'Meera Rao', mobile: '9876543210', email: '', surprise: false }
const unknown = { ...recipient, mobile: '' }
const gift: Gift = {
  recipient: { ...recipient, surprise: true },
  riderNote: 'Second gate',
  giftMessage: 'Happy birthday!',
  giftFrom: 'Ravi',
}

it.each([
  ['the customer’s own address', '12 Church Street', null],
  ['a recipient’s address', '12 Church Street', unknown],
  ['a surprise’s address', '12 Church Street', { ...unknown, surprise: true }],
  ['only the recipient’s phone', '', recipient],
])('the door is found by %s', (_, street, who) => expect(missingPlace(street, who)).toBeNull())

it.each([
  ['without an address', null, 'address', 'Address is required'],
  [
    'without address and phone',
    unknown,
    'mobile',
    'Enter their mobile number, or the full address',
  ],
  [
    'by the phone of whom nobody may call',
    { ...recipient, surprise: true },
    'address',
    'For a surprise, we need the full address',
  ],
])('the door is not found: %s', (_, who, field, message) =>
  expect(missingPlace('', who)).toEqual({ field, message }),
)

describe('an order', () => {
  it('stores whom it is for beside its texts', () => {
    expect(giftColumns(gift)).toEqual({
      recipientName: 'Meera Rao',
      recipientMobile: '9876543210',
      recipientEmail: '',
      isSurprise: true,
      riderNote: 'Second gate',
      giftMessage: 'Happy birthday!',
      giftFrom: 'Ravi',
    })
    expect(giftColumns(noGift).recipientName).toBeNull()
    for (const each of [gift, noGift]) expect(giftOf(giftColumns(each))).toEqual(each)
  })

  it('without a gift is the same order as before there were any', () => {
    expect(giftParts(noGift)).toEqual([])
  })

  it.each<Partial<Gift>>([
    { recipient: null },
    { recipient },
    { riderNote: 'First gate' },
    { giftMessage: '' },
    { giftFrom: 'Asha' },
  ])('is another one with %j', (change) => {
    expect(giftParts({ ...gift, ...change })).not.toEqual(giftParts(gift))
  })
})

it('people read whom it is for, and what goes with it', () => {
  expect(giftFacts(gift)).toEqual([
    ['For', 'Meera Rao, 9876543210'],
    ['Surprise', 'Nobody calls or writes to them before it is out for delivery'],
    ['Gift message', 'Happy birthday!'],
    ['From', 'Ravi'],
    ['Note for the rider', 'Second gate'],
  ])
  expect(giftFacts(noGift)).toEqual([])
})
