import { describe, expect, it } from 'vitest'
import { anItem, anOrder, aPayment } from '../../../../test/support/an-order.ts'
import { packingPapers } from './packing-papers.ts'

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

describe('what goes into the box', () => {
  it('of a gift is for its recipient, with its card', () => {
    expect(packingPapers(order)).toEqual({
      number: 1004,
      name: 'Meera Rao',
      handover: { label: 'Address', text: '12 Church Street, 560001, Bengaluru' },
      when: { label: 'Delivery time', text: 'Sat 21 Nov, 5:30 pm' },
      items: [
        {
          id: 'i1',
          name: 'Truffle Cake',
          flavour: 'Cocoa',
          wt: '1',
          egg: 'Eggless',
          amount: 2,
          bname: 'Meera',
        },
      ],
      card: { message: 'Happy birthday!', from: 'Ravi' },
    })
  })

  it('says no price, nothing about its customer, and no note for the rider', () => {
    const text = JSON.stringify(packingPapers(order))
    const secrets = ['850', '1700', '1750', 'Asha', '9876543210', 'asha@', '9812345678', 'meera@']
    expect([...secrets, 'Second gate', 'secret'].filter((each) => text.includes(each))).toEqual([])
  })

  it('of an order without a gift is for its customer, without a card', () => {
    expect(packingPapers(own)).toMatchObject({ name: 'Asha Rao', card: null })
  })
})
