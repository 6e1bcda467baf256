import { describe, expect, it } from 'vitest'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { packingPapers } from './packing-papers.ts'

const item: OrderItem = {
  id: 'i1',
  cakeid: 'truffle',
  name: 'Truffle Cake',
  category: 'Chocolate',
  flavour: 'Cocoa',
  wt: '1',
  egg: 'Eggless',
  amount: 2,
  bname: 'Meera',
  detail: 'secret detail',
  image: [],
  customize: false,
  isConfirmed: 'completed',
  preparedAt: null,
  price: 850,
  subtotal: 1700,
  problem: '',
  quote: null,
}
const order: Order = {
  id: 'o1',
  number: 1004,
  created_at: '2026-11-20T04:30:00Z',
  time: '2026-11-21T12:00:00Z',
  address: '12 Church Street,560001,Bengaluru',
  user: { name: 'Asha Rao', mobileno: '9876543210', email: 'asha@example.in' },
  order: [item, { ...item, id: 'i2', name: 'Brownie', isConfirmed: 'cancelled' }],
  subtotal: 1700,
  shipping: 50,
  paidByCard: 1750,
  dueInCash: 0,
  refunded: 0,
  canCancel: false,
  fulfilment: 'ready',
  locksAt: '2026-11-21T09:00:00Z',
  riderNote: 'Second gate',
  gift: {
    recipient: {
      name: 'Meera Rao',
      mobile: '9812345678',
      email: 'meera@example.in',
      surprise: true,
    },
    message: 'Happy birthday!',
    from: 'Ravi',
  },
}

describe('what goes into the box', () => {
  it('of a gift is for its recipient, with its card', () => {
    expect(packingPapers(order)).toEqual({
      number: 1004,
      name: 'Meera Rao',
      handover: { label: 'Address', text: '12 Church Street, 560001, Bengaluru' },
      when: { label: 'Delivery time', text: '21 Nov 2026, 5:30 pm' },
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
    const { gift: _, ...own } = order
    expect(packingPapers(own)).toMatchObject({ name: 'Asha Rao', card: null })
  })
})
