import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BalanceShops,
  comeBack,
  endOf,
  fillEvening,
  newChange,
  newDay,
  newQuote,
  openBalanceShops,
  pay,
  reconcile,
  storyOf,
} from './balance-orders.ts'
import { whyNotOnServer } from './server-process.ts'
import { firstCake } from './shop-client.ts'
import { expectMoneyAgrees } from './two-shops.ts'

let shops: BalanceShops

/** What is paid after the checkout, and what it adds to an order. */
const bought = {
  'a dearer slot': {
    begin: () => newChange(shops),
    adds: {
      charges: ['surcharge changed 9900'],
      papers: ['invoice 9900'],
      log: ['change-order'],
      mails: ['order-rescheduled'],
    },
  },
  'a heavier cake': {
    async begin() {
      const { weight } = await firstCake(shops.urls[0])
      return newChange(shops, { changes: ({ item: id }) => ({ items: [{ id, wt: weight[1] }] }) })
    },
    adds: {
      charges: ['item changed 18000'],
      papers: ['invoice 18000'],
      log: ['change-order'],
      mails: ['order-rescheduled'],
    },
  },
  'a customised cake': {
    begin: () => newQuote(shops),
    adds: {
      charges: ['item quoted 145000'],
      papers: ['invoice 150000'],
      log: ['accept-quote'],
      mails: ['quote-accepted'],
    },
  },
}
const names = Object.keys(bought) as (keyof typeof bought)[]

/** Tables that a process waits for when it is killed, with the place that is paid for still free, or taken. */
const kills = [
  ['orders', 'free'],
  ['order_charges', 'free'],
  ['order_papers', 'free'],
  ['mails', 'free'],
  ['orders', 'taken'],
  ['mails', 'taken'],
] as const

/** Kills the first process while it waits for a table, before its transaction is committed, and starts it again. */
async function killAt(table: string, act: () => Promise<unknown>, seeNothingDone: () => unknown) {
  const waiting = `select mode as name from pg_locks where relation = '${table}'::regclass and not granted`
  let restarted: Promise<void> | undefined
  await shops.worker.deps.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in exclusive mode`))
    const heard = act().catch(() => 'nothing')
    await expect.poll(() => shops.select(waiting), { interval: 20 }).not.toEqual([])
    restarted = shops.killOne()
    expect(await heard).toBe('nothing')
    await seeNothingDone()
  })
  await restarted
}

describe.skipIf(whyNotOnServer).each(['stripe', 'razorpay'] as const)(
  `${whyNotOnServer ?? 'what is paid after the checkout, in two processes'}, by %s`,
  (name) => {
    beforeAll(async () => {
      shops = await openBalanceShops(name)
    })
    afterAll(() => shops?.close())

    it.each(names)('%s is had once, however often its payment is reported', async (what) => {
      const { begin, adds } = bought[what]
      const owed = await begin()
      const before = await storyOf(shops, owed)
      const brought = await shops.account.pay(owed.clientSecret)
      const urls = [...shops.urls, ...shops.urls, ...shops.urls, ...shops.urls]
      const [states, statuses] = await Promise.all([
        Promise.all(urls.map((url) => comeBack(url, owed, brought))),
        Promise.all(urls.map((url) => shops.account.deliverAll(url))),
      ])
      expect(new Set(states)).toEqual(new Set(['placed']))
      expect(new Set(statuses.flat())).toEqual(new Set([204]))
      const story = await endOf(shops, owed)
      expect(story).toMatchObject({
        charges: [...before.charges, ...adds.charges].sort(),
        papers: [...before.papers, ...adds.papers].sort(),
        log: [...before.log, ...adds.log].sort(),
        mails: adds.mails,
        payments: before.payments.map((payment) => payment.replace('started', 'succeeded')),
        refunds: [],
      })
      const [, charged, paid] = story.order[0]?.split(' ') ?? []
      expect(paid).toBe(charged)
    })

    it.each(kills)(
      'killed at %s, the place %s: the change is made, or refunded',
      async (table, place) => {
        const [undisturbed, killed] = [await newChange(shops), await newChange(shops)]
        const days = place === 'free' ? [] : [undisturbed.day, killed.day]
        for (const day of days) await fillEvening(shops, day)
        expect(await pay(shops, shops.urls[1], undisturbed)).toBe(
          place === 'free' ? 'placed' : 'expired',
        )
        const end = await endOf(shops, undisturbed)
        const before = await storyOf(shops, killed)
        const act = () => pay(shops, shops.urls[0], killed)
        await killAt(table, act, async () => expect(await storyOf(shops, killed)).toEqual(before))
        const story = async () => {
          await reconcile(shops)
          return storyOf(shops, killed)
        }
        await expect.poll(story, { interval: 500 }).toEqual(end)
      },
    )

    it.each([1, 2, 3, 4])(
      'one of two that pay has the last place, the other is refunded: %i',
      async () => {
        const day = newDay()
        const both = [await newChange(shops, { day }), await newChange(shops, { day })]
        const before = await Promise.all(both.map((owed) => storyOf(shops, owed)))
        const states = await Promise.all(
          both.map((owed, n) => pay(shops, shops.urls[n] ?? '', owed)),
        )
        expect(states.toSorted()).toEqual(['expired', 'placed'])
        const ends = await Promise.all(both.map((owed) => endOf(shops, owed)))
        const lost = states.indexOf('expired')
        expect(ends[1 - lost]).toMatchObject({ slot: ['18:00:00'], refunds: [] })
        expect(ends[lost]).toEqual({
          ...before[lost],
          refunds: ['9900'],
          payments: [
            'online change 9900 succeeded',
            'online order 32000 succeeded',
            'refund -9900 succeeded',
          ],
          mails: ['balance-refunded'],
        })
        const places = `select taken::text as name from delivery_loads join delivery_slots s on s.id::text = resource
        where day = '${day}' order by start_minute`
        expect(await shops.select(places)).toEqual(['1', '1'])
      },
    )

    it('no money went back twice, and the ledger is consistent', () => expectMoneyAgrees(shops))
  },
)
