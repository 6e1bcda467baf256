import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/durations.ts'
import { countUnserved } from '#shop/delivery/unserved/count-unserved.server.ts'
import { listUnserved } from '#shop/delivery/unserved/unserved.store.server.ts'
import {
  pincodeRequests,
  unservedPincodes,
} from '#shop/delivery/unserved/unserved.tables.server.ts'
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
  await shop.runJobs()
  shop.mails.clear()
  await shop.context.db.delete(unservedPincodes)
  await shop.context.db.delete(pincodeRequests)
})

const serve = (pincodes: string[]) =>
  saveSettings(shop, owner, settings({ zones: [newZone({ pincodes: ['5600', ...pincodes] })] }))

describe('pincodes that are not served', () => {
  const ask = (pincode: string, lines = '') =>
    shop.get(`/delivery/earliest?pincode=${pincode}&lines=${lines}`)
  const counts = () => listUnserved(shop.context.db, 20)

  it('are counted, most asked first, with the last day', async () => {
    await ask('744101')
    await ask('744101')
    shop.wait(dayMs)
    await ask('744101')
    await ask('744102')
    expect(await counts()).toEqual([
      { pincode: '744101', asked: 3, lastAsked: '2026-11-21', waiting: 0 },
      { pincode: '744102', asked: 1, lastAsked: '2026-11-21', waiting: 0 },
    ])
  })

  it('are counted once for a page, not again for its cake or cart', async () => {
    await ask('744101')
    await ask('744101', 'truffle:1:1')
    expect(await counts()).toMatchObject([{ asked: 1 }])
  })

  it('are not those that are served, or are none', async () => {
    await ask('560034')
    await ask('74410')
    await ask('044101')
    expect(await counts()).toEqual([])
  })

  it('are none in a shop without zones', async () => {
    await saveSettings(shop, owner, settings({ zones: [] }))
    await ask('744101')
    expect(await counts()).toEqual([])
  })

  it('are forgotten when they are served', async () => {
    await ask('744101')
    await ask('744102')
    await serve(['744101'])
    expect(await counts()).toMatchObject([{ pincode: '744102' }])
  })

  describe('are kept in a bounded number', () => {
    /** 1,000 of them, from 700001 on. */
    const fill = (asked: string, lastAsked: string) =>
      shop.context.db.execute(
        sql`insert into unserved_pincodes select 700000 + n, ${sql.raw(asked)}, ${sql.raw(lastAsked)}
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

    it('those that nobody asked for since go first, however often they were asked for', async () => {
      await fill('case when n = 7 then 900 else 2 end', `date '2026-11-19' - (n = 7)::integer`)
      await countUnserved(shop.context, '744101')
      expect(await rest('700007', '744101')).toEqual(['744101'])
    })

    it('of one day those that are asked for least go, but not the newest', async () => {
      const today = kolkataDay(shop.context.clock.now())
      await fill('case when n = 7 then 2 else 3 end', `date '${today}'`)
      await countUnserved(shop.context, '744101')
      expect(await rest('700007', '744101')).toEqual(['744101'])
    })
  })
})

describe('“Tell me when you do”', () => {
  const email = 'ravi@example.in'
  const tellMe = (more: object = {}) =>
    shop.post<{ message: string }>('/delivery/tell-me', { email, pincode: '744101', ...more })
  const confirm = (token = tokenInMail()) => shop.post('/delivery/tell-me/confirm', { token })
  const withdraw = (token: string) => shop.post('/delivery/tell-me/withdraw', { token })
  const rows = () => shop.context.db.select().from(pincodeRequests)
  const tokenInMail = () => {
    const links = [...shop.mails.values()].map(({ html }) => /\?token=([\w-]+)/.exec(html))
    return links.at(-1)?.[1] ?? ''
  }
  const mailed = async () => {
    await shop.runJobs()
    return [...shop.mails.values()].map(({ to, subject }) => [to, subject])
  }
  const asks = [email, 'Shall we tell you when we deliver to 744101?']
  const tells = [email, 'We deliver to 744101 now']

  it('is confirmed by a mailed link, and told once when a plan serves the pincode', async () => {
    expect((await tellMe()).status).toBe(200)
    expect(await mailed()).toEqual([asks])
    expect((await confirm()).status).toBe(200)
    expect((await confirm()).status).toBe(200)
    await serve(['560'])
    expect(await mailed()).toEqual([asks])
    await serve(['7441'])
    expect(await mailed()).toEqual([asks, tells])
    expect(await rows()).toEqual([])
    await saveSettings(shop, owner, settings())
    await serve(['7441'])
    expect(await mailed()).toEqual([asks, tells])
  })

  it('tells nobody who has not confirmed it', async () => {
    await tellMe()
    await serve(['7441'])
    expect(await mailed()).toEqual([asks])
  })

  it('tells at once who confirms it when the pincode is served meanwhile', async () => {
    await tellMe()
    await mailed()
    await serve(['7441'])
    expect((await confirm()).status).toBe(200)
    expect(await mailed()).toEqual([asks, tells])
    expect(await rows()).toEqual([])
  })

  it('tells nobody when the settings are refused', async () => {
    await tellMe()
    await mailed()
    await confirm()
    const zones = [newZone({ pincodes: ['7441'] })]
    const stale = { ...settings({ zones }), version: 0 }
    expect((await shop.post('/delivery/settings', stale, owner)).status).toBe(409)
    expect(await mailed()).toEqual([asks])
    expect(await rows()).toHaveLength(1)
  })

  it('is shown to the owner as a number', async () => {
    await countUnserved(shop.context, '744101')
    await tellMe()
    await mailed()
    expect(await listUnserved(shop.context.db, 20)).toMatchObject([{ waiting: 0 }])
    await confirm()
    expect(await listUnserved(shop.context.db, 20)).toMatchObject([{ waiting: 1 }])
  })

  it('can be taken back by the same link, and nothing of the address is left', async () => {
    await tellMe()
    await mailed()
    const token = tokenInMail()
    await confirm()
    expect((await withdraw(token)).status).toBe(200)
    expect(await rows()).toEqual([])
    expect((await withdraw(token)).status).toBe(404)
    await serve(['7441'])
    expect(await mailed()).toEqual([asks])
  })

  it('answers alike whether the address is new, asked, or confirmed; however it is spelled', async () => {
    const first = await tellMe()
    await mailed()
    const asked = await tellMe({ email: ' Ravi@Example.IN ', pincode: '७४४१०१' })
    await confirm()
    shop.wait(3 * dayMs)
    const confirmed = await tellMe()
    expect([asked.body, confirmed.body]).toEqual([first.body, first.body])
    expect(await mailed()).toEqual([asks])
    expect(await rows()).toHaveLength(1)
  })

  it('asks an address once a day, and then by another link', async () => {
    await tellMe()
    await mailed()
    const token = tokenInMail()
    shop.wait(dayMs - 1)
    await tellMe()
    expect(await mailed()).toEqual([asks])
    shop.wait(1)
    await tellMe()
    expect(await mailed()).toEqual([asks, asks])
    expect((await confirm(token)).status).toBe(404)
    expect((await confirm()).status).toBe(200)
  })

  it('may be confirmed for 7 days', async () => {
    await tellMe()
    await mailed()
    shop.wait(7 * dayMs + 1)
    expect((await confirm()).status).toBe(404)
    shop.wait(-1)
    expect((await confirm()).status).toBe(200)
  })

  it('stores nothing for a pincode that is served', async () => {
    const { status, body } = await tellMe({ pincode: '560034' })
    expect([status, body.message]).toEqual([200, 'We deliver to 560034 already.'])
    expect(await rows()).toEqual([])
    expect(await mailed()).toEqual([])
  })

  it.each([
    ['half an address', { email: 'ravi@' }, 'email'],
    ['a pincode of 5 digits', { pincode: '74410' }, 'pincode'],
    ['a leading 0', { pincode: '044101' }, 'pincode'],
    ['letters', { pincode: '74410A' }, 'pincode'],
  ])('with %s is refused at its field', async (_, wrong, field) => {
    const { status, body } = await tellMe(wrong)
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toEqual([field])
    expect(await rows()).toEqual([])
  })
})
