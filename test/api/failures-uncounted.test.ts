import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { checkoutOf, newCard } from '../support/checkout-steps.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = await openTestShop({ limits: { attempts: 3, attemptsByMany: 30 } })
afterAll(() => shop.close())
const { db } = shop.context

/** A table that is away: what needs it fails. */
let missing = ''
async function takeAway(table: string) {
  await db.execute(sql.raw(`alter table ${table} rename to missing`))
  missing = table
}
async function repair() {
  if (missing) await db.execute(sql.raw(`alter table missing rename to ${missing}`))
  missing = ''
}
afterEach(repair)

let people = 0
async function customer() {
  const { email, token } = await shop.customer(`asha${++people}@example.in`)
  const login = async (password = 'asha-password') =>
    (await shop.post('/users/login', { email, password })).status
  return { email, token, login }
}

async function times(count: number, ask: () => Promise<number>) {
  const statuses = []
  for (let n = 0; n < count; n += 1) statuses.push(await ask())
  return [...new Set(statuses)]
}

describe('while the shop fails', () => {
  it('who presses Log in is not counted', async () => {
    const { login } = await customer()
    await takeAway('sessions')
    expect(await times(40, () => login())).toEqual([500])
    await repair()
    expect(await login()).toBe(200)
  })

  it('who presses Pay is not counted', async () => {
    await shop.addCake()
    const { token } = await customer()
    const paymentMethodId = newCard()
    const pay = async () =>
      (await shop.post('/orders/process-payment', checkoutOf({ paymentMethodId }), token)).status
    await takeAway('order_charges')
    expect(await times(40, pay)).toEqual([500])
    await repair()
    expect(await pay()).toBe(200)
  })

  it('wrong passwords are counted as always, before, meanwhile and afterwards', async () => {
    const { login } = await customer()
    const guess = () => login('wrong-password')
    expect(await guess()).toBe(401)
    // A failure that came of a wrong guess alone would be a guess that nobody counts.
    await takeAway('audit_log')
    shop.wait(61_000)
    expect(await times(2, guess)).toEqual([401])
    expect(await times(2, guess)).toEqual([429])
    await repair()
    expect(await guess()).toBe(429)
  })

  it('a failure gives back its own count and no other', async () => {
    const { login } = await customer()
    expect(await times(2, () => login('wrong-password'))).toEqual([401])
    await takeAway('sessions')
    expect(await times(20, () => login())).toEqual([500])
    await repair()
    expect(await login('wrong-password')).toBe(401)
    expect(await login()).toBe(429)
  })
})
