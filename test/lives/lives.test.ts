import { describe, expect, it } from 'vitest'
import type { Step } from './life.ts'
import { live, livesByChance, ownWorld } from './live.ts'
import type { Cart } from './world.ts'

const world = ownWorld()

const one = (more: Partial<Cart> = {}): Cart => ({
  ready: 0,
  custom: 0,
  way: 'online',
  deposit: 0,
  ...more,
})
const bakedAndOut: Step[] = [{ does: 'all is baked' }, { does: 'shop dispatches' }]

/** Lives in which the shop told people something else than its rows. */
const told: Record<string, [Cart, Step[]]> = {
  'an order that is paid to the last paisa': [
    one({ ready: 2 }),
    [...bakedAndOut, { does: 'shop delivers what is paid' }],
  ],
  '1: late, one cake paid by its quote, one due at the door': [
    one({ custom: 2 }),
    [
      { does: 'is quoted', rupees: 2400 },
      { does: 'customer accepts and pays all' },
      { does: 'is quoted', rupees: 400, place: 1 },
      { does: 'customer accepts', place: 1 },
      ...bakedAndOut,
      { does: 'it is 75 minutes late' },
      { does: 'shop delivers' },
    ],
  ],
  '2: more is refunded online than the checkout took': [
    one({ ready: 1, custom: 1, deposit: 30 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts and pays' },
      { does: 'shop refunds online', part: 85 },
    ],
  ],
  'a coupon stays with its share of a smaller cake, and a part is refunded': [
    one({ ready: 2, coupon: 'FEST300' }),
    [
      { does: 'customer changes the size', pick: 2 },
      { does: 'customer changes the size', pick: 3 },
      { does: 'customer pays by the link' },
      { does: 'shop refunds online', part: 30 },
      { does: 'shop drops a cake' },
      ...bakedAndOut,
      { does: 'it is 75 minutes late' },
      { does: 'shop delivers what is paid' },
    ],
  ],
  '2: a deposit is refunded': [
    one({ custom: 1, deposit: 30 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts and pays' },
      { does: 'shop refunds online' },
    ],
  ],
  '3: a custom cake is paid by its quote': [
    one({ custom: 1 }),
    [{ does: 'is quoted', rupees: 5000 }, { does: 'customer accepts and pays all' }],
  ],
  '4: a custom cake that was paid online is delivered': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 5000 },
      { does: 'customer accepts and pays all' },
      ...bakedAndOut,
      { does: 'shop delivers what is paid' },
    ],
  ],
  '4: the shop gives back what its rider took': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts' },
      ...bakedAndOut,
      { does: 'shop delivers' },
      { does: 'shop refunds in cash', part: 30 },
    ],
  ],
  '4: a courier brings what is still to be paid': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts' },
      { does: 'shop says a courier' },
      ...bakedAndOut,
      { does: 'shop delivers' },
    ],
  ],
  '5: what was paid twice is refunded, and then a cake is dropped': [
    one({ ready: 1, custom: 1 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts' },
      { does: 'provider captures twice' },
      { does: 'shop drops a cake' },
    ],
  ],
  '6: a custom cake is paid at the door': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts' },
      ...bakedAndOut,
      { does: 'shop delivers' },
    ],
  ],
  '6: an order that was paid at the counter is cancelled': [
    one({ ready: 1, way: 'counter' }),
    [{ does: 'shop cancels' }],
  ],
  '7: a change that was paid cannot be made': [
    one({ ready: 1 }),
    [
      { does: 'customer changes the zone', pick: 1 },
      { does: 'what is paid by the link cannot be made' },
    ],
  ],
  'a cake is added and paid, another before it leaves': [
    one({ ready: 1, coupon: 'TEN' }),
    [
      { does: 'customer adds a cake', pick: 1 },
      { does: 'customer pays by the link' },
      { does: 'all is baked' },
      { does: 'shop adds a cake', pick: 0, again: 'same' },
      { does: 'customer pays by the link' },
      { does: 'shop drops a cake', place: 1 },
      ...bakedAndOut,
      { does: 'it is 75 minutes late' },
      { does: 'shop delivers what is paid' },
    ],
  ],
  'a later change waits together with the one that waits for its payment': [
    one({ ready: 1 }),
    [
      { does: 'customer adds a cake', pick: 3 },
      { does: 'customer adds a cake' },
      { does: 'customer pays by the link' },
    ],
  ],
  'others take the last of a limited cake, and another day has its own': [
    one({ ready: 1, limit: 'two a day', extras: 2 }),
    [
      { does: 'others order the limited cake', pick: 0, again: 'another' },
      { does: 'customer adds a cake', pick: 3 },
      { does: 'customer changes the slot', pick: 2 },
      { does: 'customer adds a cake', pick: 3 },
      { does: 'customer pays by the link' },
      ...bakedAndOut,
      { does: 'shop delivers what is paid' },
    ],
  ],
  'a limited cake is on its day and in its zone alone': [
    one({ limit: 'in the city', extras: 1 }),
    [
      { does: 'customer changes the zone', pick: 1 },
      { does: 'customer pays by the link' },
      { does: 'shop changes the zone', pick: 1 },
      { does: 'customer pays by the link' },
    ],
  ],
  'a cake is paid to the own UPI id, dropped, and sent back by hand': [
    one({ ready: 2, coupon: 'TEN', limit: 'two in all', upi: 'staff' }),
    [
      { does: 'shop drops a cake', by: 'manager', place: 2 },
      { does: 'shop sends back by UPI', by: 'counter', again: 'same' },
      { does: 'customer adds a cake', pick: 1 },
      { does: 'customer begins to pay by the link' },
      { does: 'bank tells what came by UPI', again: 'same' },
      { does: 'customer cancels' },
      { does: 'shop sends back by UPI' },
    ],
  ],
  'a quote is paid to the own UPI id, by the bank’s statement': [
    one({ custom: 1, extras: 1, upi: 'statement', way: 'link' }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts and pays all' },
      { does: 'shop refunds online', part: 30 },
      { does: 'shop sends back by UPI' },
    ],
  ],
  'what was had is reviewed, and read once it is shown': [
    one({ ready: 1, extras: 1, limit: 'on a weekday' }),
    [
      { does: 'customer reviews a cake' },
      ...bakedAndOut,
      { does: 'shop delivers what is paid' },
      { does: 'customer reviews a cake', pick: 3, again: 'same' },
      { does: 'customer reviews a cake', place: 1 },
      { does: 'customer reviews a cake', place: 2 },
      { does: 'shop judges a review', again: 'another' },
      { does: 'customer reviews a cake' },
      { does: 'shop judges a review', pick: 3 },
      { does: 'customer takes a review away' },
    ],
  ],
  '12: the counter makes an order smaller': [
    one({ ready: 1 }),
    [{ does: 'shop changes the size', by: 'counter', pick: 2 }],
  ],
  '12: a manager makes an order smaller': [
    one({ ready: 3 }),
    [
      { does: 'shop changes the size', by: 'manager', pick: 2 },
      { does: 'shop changes the size', by: 'manager', pick: 2, place: 1 },
    ],
  ],
  '13: the counter closes an order with money due': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 1000 },
      { does: 'customer accepts' },
      ...bakedAndOut,
      { does: 'shop could not deliver', by: 'counter' },
      { does: 'shop closes', by: 'counter' },
    ],
  ],
  '14: the counter gives cash out of the till': [
    one({ ready: 1, way: 'counter' }),
    [
      { does: 'shop changes the size', pick: 2 },
      { does: 'shop settles', by: 'counter' },
    ],
  ],
  '17: a custom cake is quoted beside what was paid at the counter': [
    one({ ready: 1, custom: 1, way: 'counter' }),
    [{ does: 'is quoted', rupees: 858 }],
  ],
  '16: the rider presses an hour late': [
    one({ custom: 1 }),
    [
      { does: 'is quoted', rupees: 2000 },
      { does: 'customer accepts' },
      { does: 'all is baked' },
      { does: 'rider leaves' },
      { does: 'it is 75 minutes late' },
      { does: 'rider delivers' },
    ],
  ],
  '18: late, and what is due is waived as it is delivered': [
    one({ ready: 2, custom: 1, way: 'link' }),
    [
      { does: 'is quoted', rupees: 300, part: 0 },
      { does: 'customer accepts' },
      ...bakedAndOut,
      { does: 'it is 75 minutes late' },
      { does: 'shop delivers and waives' },
    ],
  ],
}

/** After it there is another month, which has no other life in it. */
const aMonth = 31

describe('what people are told is what the rows say', () => {
  for (const [name, life] of Object.entries(told)) {
    it(name, async () => expect(await live(world(), life, aMonth)).toEqual([]))
  }

  const ofAManager = '15: a manager refunds one order after another on one day'
  it(ofAManager, async () => {
    const lies: string[] = []
    for (const days of [aMonth, 0, 0]) {
      const steps: Step[] = [{ does: 'shop refunds online', by: 'manager', part: 30 }]
      lies.push(...(await live(world(), [one({ ready: 1 }), steps], days)))
    }
    expect(lies).toEqual([])
  })

  // With `more-lives.test.ts`: 30 lives in `npm test`, 300 in `npm run test:all`.
  livesByChance(
    world,
    process.env.TEST_DATABASE_URL ? [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] : [1, 2, 3],
  )
})
