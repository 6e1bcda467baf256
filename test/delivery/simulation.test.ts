import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import { toKolkataInput } from '#shop/values/kolkata-time.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

interface Options {
  days: { day: string; slots: { state: string }[] }[]
}

let shop: TestShop
let manager: string

beforeAll(async () => {
  shop = await openTestShop()
  manager = (await shop.staff('manager')).token
  await shop.addCake()
  const pickup = everyDay({ kind: 'pickup', places: 0 })
  await saveSettings(shop, manager, settings({ slots: [...everyDay({ places: 3 }), ...pickup] }))
})
afterAll(() => shop.close())

const carts = [
  'pincode=560034&lines=truffle:1:2',
  'pincode=560034&lines=custom:1:1&days=3',
  'pincode=744101',
  'pickup=true&lines=truffle:1:1&days=2',
]
const simulate = async (query: string) =>
  (await shop.get<Options>(`/delivery/simulation?${query}`, manager)).body
const seen = async (query: string) => (await shop.get<Options>(`/delivery/options?${query}`)).body

it('is what a customer sees now', async () => {
  for (const cart of carts) expect(await simulate(cart)).toEqual(await seen(cart))
})

it('says why slots are shut at another time', async () => {
  const states = async (now: string) =>
    (await simulate(`pincode=560034&lines=truffle:1:1&days=2&now=${now}`)).days.map(
      ({ day, slots }) => [day, slots[0]?.state],
    )
  expect(await states('2026-11-20T12:31')).toEqual([
    ['2026-11-20', 'lead'],
    ['2026-11-21', 'open'],
  ])
  expect(await states('2026-12-31T23:45')).toEqual([
    ['2026-12-31', 'cutoff'],
    ['2027-01-01', 'open'],
  ])
})

it('is what a customer sees when that time has come', async () => {
  for (const hours of [2, 4, 7]) {
    const now = new Date(shop.context.clock.now().getTime() + hours * hourMs)
    const answers = []
    for (const cart of carts) answers.push(await simulate(`${cart}&now=${toKolkataInput(now)}`))
    shop.wait(hours * hourMs)
    for (const [at, cart] of carts.entries()) expect(await seen(cart)).toEqual(answers[at])
  }
})
