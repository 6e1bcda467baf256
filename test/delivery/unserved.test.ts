import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { countUnserved, listUnserved } from '#shop/delivery/delivery.store.server.ts'
import { unservedPincodes } from '#shop/delivery/delivery.tables.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
})
afterAll(() => shop.close())
beforeEach(async () => {
  await saveSettings(shop, owner, settings())
  await shop.context.db.delete(unservedPincodes)
})

const serve = (pincodes: string[]) =>
  saveSettings(shop, owner, settings({ zones: [newZone({ pincodes: ['5600', ...pincodes] })] }))

describe('pincodes that are not served', () => {
  const lookUp = (pincode: string, lines = '') =>
    shop.get(`/delivery/earliest?pincode=${pincode}&lines=${lines}`)
  const counts = () => listUnserved(shop.context.db, 20)

  it('are counted, most lookups first, with the last day', async () => {
    await lookUp('744101')
    await lookUp('744101')
    shop.wait(dayMs)
    await lookUp('744101')
    await lookUp('744102')
    expect(await counts()).toEqual([
      { pincode: '744101', lookups: 3, lastDay: '2026-11-21' },
      { pincode: '744102', lookups: 1, lastDay: '2026-11-21' },
    ])
  })

  it('are counted once for a page, not again for its cake or cart', async () => {
    await lookUp('744101')
    await lookUp('744101', 'truffle:1:1')
    expect(await counts()).toMatchObject([{ lookups: 1 }])
  })

  it('are not those that are served, or are none', async () => {
    await lookUp('560034')
    await lookUp('74410')
    await lookUp('044101')
    expect(await counts()).toEqual([])
  })

  it('are none in a shop without zones', async () => {
    await saveSettings(shop, owner, settings({ zones: [] }))
    await lookUp('744101')
    expect(await counts()).toEqual([])
  })

  it('are deleted when they are served', async () => {
    await lookUp('744101')
    await lookUp('744102')
    await serve(['744101'])
    expect(await counts()).toMatchObject([{ pincode: '744102' }])
  })

  describe('are stored in a bounded number', () => {
    /** 1,000 of them, from 700001 on. */
    const fill = (lookups: string, lastDay: string) =>
      shop.context.db.execute(
        sql`insert into unserved_pincodes select 700000 + n, ${sql.raw(lookups)}, ${sql.raw(lastDay)}
          from generate_series(1, 1000) n`,
      )
    const rest = async (...pincodes: string[]) => {
      const { db } = shop.context
      expect(await db.$count(unservedPincodes)).toBe(1000)
      const rows = await db
        .select({ pincode: unservedPincodes.pincode })
        .from(unservedPincodes)
        .where(inArray(unservedPincodes.pincode, pincodes))
      return rows.map(({ pincode }) => pincode)
    }

    it('the oldest go first, however often they were looked up', async () => {
      await fill('case when n = 7 then 900 else 2 end', `date '2026-11-19' - (n = 7)::integer`)
      await countUnserved(shop.context, '744101')
      expect(await rest('700007', '744101')).toEqual(['744101'])
    })

    it('of one day those with the fewest lookups go, but not the newest', async () => {
      const today = kolkataDay(shop.context.clock.now())
      await fill('case when n = 7 then 2 else 3 end', `date '${today}'`)
      await countUnserved(shop.context, '744101')
      expect(await rest('700007', '744101')).toEqual(['744101'])
    })
  })
})
