import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cashDays } from '#shop/accounting/month/close-day.server.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { cashOrders } from '../support/cash-orders.ts'
import { customLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: { token: string }
let orders: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  owner = await shop.admin()
  orders = cashOrders(shop, { customer: (await shop.customer()).token, owner: owner.token })
})
afterEach(() => shop.close())

const today = '2026-11-20'
const close = (more: object, token = owner.token) =>
  shop.post<{ message: string }>('/money/close-day', { day: today, note: '', ...more }, token)

/** A rider delivers a cake of ₹1,500, with ₹50 for the delivery, and brings so many rupees. */
async function deliver(amount: number) {
  const order = await orders.out()
  const money = { method: 'cash', amount, reason: 'No change' }
  expect((await orders.move(order, 'deliver', { money })).status).toBe(200)
}

describe('the close of a day', () => {
  it('needs no note if what was counted is what was taken', async () => {
    await deliver(1550)
    const { status, body } = await close({ counted: '₹ 1,550' })
    expect([status, body.message]).toEqual([200, '20 Nov 2026: ₹1,550 counted.'])
    expect(await cashDays(shop.context.db, '2026-11')).toEqual([
      {
        day: today,
        expectedPaise: 1550_00,
        close: { expectedPaise: 1550_00, countedPaise: 1550_00, note: '' },
      },
    ])
  })

  it('needs a note for a difference', async () => {
    await deliver(1500)
    const refused = await close({ counted: '1400' })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { note: '₹1,500 was expected. Please say why it differs.' },
    ])
    const { body } = await close({ counted: '1400', note: 'Fuel, bill 12' })
    expect(body.message).toBe('20 Nov 2026: ₹1,400 counted, ₹1,500 expected.')
  })

  it('holds as it was counted last; the log has every count', async () => {
    await close({ counted: '100', note: 'Tips' })
    await close({ counted: '0' })
    expect(await cashDays(shop.context.db, '2026-11')).toMatchObject([
      { close: { countedPaise: 0 } },
    ])
    const entries = await listAuditLog(shop.context.db, { subject: 'money', id: today, limit: 9 })
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'close-day',
        { expectedPaise: 0, countedPaise: 100_00, note: 'Tips' },
        { expectedPaise: 0, countedPaise: 0, note: '' },
      ],
      ['close-day', null, { expectedPaise: 0, countedPaise: 100_00, note: 'Tips' }],
    ])
  })

  it('is of a day in Kolkata, and of its month', async () => {
    await close({ day: '2026-10-31', counted: '0' })
    expect(await cashDays(shop.context.db, '2026-10')).toHaveLength(1)
    expect(await cashDays(shop.context.db, '2026-11')).toEqual([])
    expect((await close({ day: '2026-11-21', counted: '0' })).status).toBe(422)
  })

  it('is for the owner', async () => {
    const accountant = await shop.staff('accountant')
    expect((await close({ counted: '0' }, accountant.token)).status).toBe(403)
  })
})

it('the month says what was due at the doors, taken and is open', async () => {
  await deliver(1550)
  await deliver(1500)
  const { riders, payments } = await loadMonth(shop.context, new URLSearchParams('month=2026-11'))
  expect(riders).toEqual([
    {
      ...{ rider: null, orders: 2, askedPaise: 3100_00, cashTakenPaise: 3050_00 },
      ...{ upiTakenPaise: 0, dueOrders: 1, duePaise: 50_00 },
    },
  ])
  expect(payments).toEqual([
    {
      ...{ method: 'cash', cause: 'door', isFailed: false, count: 2, paise: 3050_00 },
      ...{ feePaise: 0, untold: 0 },
    },
  ])
})

it('the month has a line for each rider, and the shop’s own at the end', async () => {
  const ride = async (name: string, mobile: string) => {
    const order = await orders.place([customLine])
    await orders.agree(order, 1500)
    await orders.prepare(order)
    await shop.post(
      '/runs/make',
      { riderName: name, riderMobile: mobile, orders: [order] },
      owner.token,
    )
    await orders.move(order, 'dispatch')
    const money = { method: 'cash', amount: 1550 }
    expect((await orders.move(order, 'deliver', { money })).status).toBe(200)
  }
  await deliver(1550)
  await ride('Ravi', '9812345678')
  await ride('Meena', '9812345679')
  await ride('Ravi', '9812345678')
  const { riders } = await loadMonth(shop.context, new URLSearchParams('month=2026-11'))
  expect(
    riders.map(({ rider, orders: count, cashTakenPaise }) => [rider, count, cashTakenPaise]),
  ).toEqual([
    ['Meena', 1, 1550_00],
    ['Ravi', 2, 3100_00],
    [null, 1, 1550_00],
  ])
})
