import type { Order, OrderCharge, OrderItem, OrderPayment } from '#shop/orders/order.ts'

const now = new Date('2026-11-20T04:30:00Z')

/** A ready-made cake at ₹850. */
export function anItem(more: Partial<OrderItem> = {}): OrderItem {
  return {
    id: 'a',
    orderId: 'o',
    position: 0,
    cakeId: 'truffle',
    name: 'Truffle Cake',
    category: 'Chocolate',
    flavour: 'Cocoa',
    wt: '1',
    egg: 'Eggless',
    chosen: [],
    amount: 1,
    bname: '',
    detail: '',
    customize: false,
    image: [],
    status: 'processing',
    preparedAt: null,
    problem: '',
    pricePaise: 850_00,
    unitPaise: 850_00,
    couponPaise: 0,
    kitchenMinutes: 0,
    ...more,
  }
}

/** A customised cake without a price. */
export function aCustomItem(more: Partial<OrderItem> = {}): OrderItem {
  const name = 'Customized Cake'
  return anItem({
    cakeId: null,
    name,
    category: name,
    flavour: 'Mango',
    wt: '2',
    egg: null,
    customize: true,
    pricePaise: 0,
    unitPaise: 0,
    ...more,
  })
}

/** Of the delivery, unless it says otherwise. */
export function aCharge(paise: number, more: Partial<OrderCharge> = {}): OrderCharge {
  return {
    id: crypto.randomUUID(),
    line: 'delivery',
    itemId: null,
    paise,
    cause: 'placed',
    event: 'placed',
    reason: '',
    hsn: '1905',
    gstPercent: 5,
    paperId: null,
    createdAt: now,
    ...more,
  }
}

/** Online at the checkout, unless it says otherwise. */
export function aPayment(paise: number, more: Partial<OrderPayment> = {}): OrderPayment {
  return {
    id: crypto.randomUUID(),
    orderId: 'o',
    paise,
    method: 'provider',
    cause: 'online',
    status: 'succeeded',
    provider: 'sandbox',
    providerId: null,
    paymentId: null,
    reference: null,
    key: crypto.randomUUID(),
    reason: '',
    feePaise: null,
    buys: { kind: 'order' },
    returned: null,
    declined: null,
    declinedAt: null,
    claimed: null,
    until: null,
    by: 'customer',
    attempts: 0,
    createdAt: now,
    updatedAt: now,
    ...more,
  }
}

/** An order in cash, for delivery without a slot; its items and ₹50 for the delivery are charged. */
export function anOrder(more: Partial<Order> = {}): Order {
  const { items = [anItem()] } = more
  const priced = items.filter(({ unitPaise }) => unitPaise > 0)
  return {
    id: 'o',
    number: 1001,
    userId: 'u',
    customerName: 'Asha',
    customerEmail: 'asha@example.in',
    customerMobile: '9876543210',
    address: '1 Hill Road,400050,Mumbai',
    deliveryAt: new Date('2026-11-21T06:30:00Z'),
    reservationId: null,
    slotStartsAt: null,
    slotEndsAt: null,
    zoneId: null,
    isPickup: false,
    state: 'placed',
    paymentMethod: 'cash',
    chargedPaise: 0,
    paidPaise: 0,
    createdAt: now,
    placedAt: now,
    kitchenNote: '',
    fulfilment: 'placed',
    arrivedAt: null,
    dispatchHeldAt: null,
    moveFailedAt: null,
    takenBy: null,
    leadMinutes: 0,
    recipientName: null,
    recipientMobile: '',
    recipientEmail: '',
    isSurprise: false,
    riderNote: '',
    giftMessage: '',
    giftFrom: '',
    business: null,
    courier: null,
    coupon: null,
    items,
    charges: [
      aCharge(50_00),
      ...priced.map(({ id, unitPaise, amount }) =>
        aCharge(unitPaise * amount, { line: 'item', itemId: id }),
      ),
    ],
    payments: [],
    ...more,
  }
}
