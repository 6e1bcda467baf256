import { describe, expect, it } from 'vitest'
import type { FoodFacts } from '#shop/cakes/food/food-facts.ts'
import { aCustomItem, anItem, anOrder, aPayment } from '../../../../test/support/an-order.ts'
import { packingPapers } from './packing.page.tsx'

const item = anItem({
  id: 'i1',
  amount: 2,
  bname: 'Meera',
  detail: 'secret detail',
  status: 'completed',
})
const own = anOrder({
  number: 1004,
  deliveryAt: new Date('2026-11-21T12:00:00Z'),
  address: '12 Church Street,560001,Bengaluru',
  customerName: 'Asha Rao',
  items: [item, { ...item, id: 'i2', name: 'Brownie', status: 'cancelled' }],
  payments: [aPayment(1750_00)],
  riderNote: 'Second gate',
})
const order = {
  ...own,
  recipientName: 'Meera Rao',
  recipientMobile: '9812345678',
  recipientEmail: 'meera@example.in',
  isSurprise: true,
  giftMessage: 'Happy birthday!',
  giftFrom: 'Ravi',
}

const facts: FoodFacts = {
  ingredients: 'Flour, milk',
  contains: ['gluten', 'milk'],
  mayContain: ['soy'],
  keeping: 'Within 2 days',
  madeByFssai: '',
}
const label = { foodFacts: new Map([['truffle', facts]]), fssai: '11223344556677' }

describe('what goes into the box', () => {
  it('of a gift is for its recipient, with its card', () => {
    expect(packingPapers(order, label)).toEqual({
      number: 1004,
      name: 'Meera Rao',
      handover: { label: 'Address', text: '12 Church Street, 560001, Bengaluru' },
      when: { label: 'Delivery time', text: 'Sat 21 Nov, 5:30 pm' },
      items: [
        {
          id: 'i1',
          name: 'Truffle Cake',
          flavour: 'Cocoa',
          egg: 'Eggless',
          amount: 2,
          bname: 'Meera',
          label: [
            ['Ingredients', 'Flour, milk'],
            ['Contains', 'gluten, milk'],
            ['May contain', 'soy'],
            ['Best before', 'Within 2 days'],
            ['Net weight', '1 kg'],
            ['FSSAI licence', '11223344556677'],
          ],
        },
      ],
      card: { message: 'Happy birthday!', from: 'Ravi' },
    })
  })

  it.each([
    ['Best within 2 days. Keep in the fridge.', [['Best until', '23 Nov 2026']]],
    ['2 to 3 days in the fridge', [['Best until', '23 Nov 2026']]],
    ['At once', []],
  ])('of a cake that is made has its day, and by “%s” the last one', (keeping, until) => {
    // The 21st in Kolkata.
    const preparedAt = new Date('2026-11-20T20:00:00Z')
    const foodFacts = new Map([['truffle', { ...facts, keeping }]])
    const made = { ...own, items: [{ ...item, preparedAt }] }
    const rows = packingPapers(made, { ...label, foodFacts }).items[0]?.label ?? []
    expect(rows).toEqual([
      ['Made on', '21 Nov 2026'],
      ...until,
      ['Ingredients', facts.ingredients],
      ...rows.slice(-5),
    ])
    expect(rows).toContainEqual(['Best before', keeping])
  })

  it('says no price, nothing about its customer, and no note for the rider', () => {
    const text = JSON.stringify(packingPapers(order, label))
    const secrets = ['850', '1700', '1750', 'Asha', '9876543210', 'asha@', '9812345678', 'meera@']
    expect([...secrets, 'Second gate', 'secret'].filter((each) => text.includes(each))).toEqual([])
  })

  it('of an order without a gift is for its customer, without a card', () => {
    expect(packingPapers(own, label)).toMatchObject({ name: 'Asha Rao', card: null })
  })

  it('says to ask about allergens where nothing is said, as of a customised cake', () => {
    const { items } = packingPapers({ ...own, items: [aCustomItem()] }, label)
    expect(items[0]?.label).toEqual([
      ['Allergens', 'Ask us about allergens'],
      ['Net weight', '2 kg'],
      ['FSSAI licence', '11223344556677'],
    ])
  })
})
