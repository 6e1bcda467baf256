import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { boundsOfDay } from '#shop/values/kolkata-time.ts'
import { buy } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let admin: { token: string }
let asha: { email: string; token: string }
let orderId: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  admin = await shop.admin()
  asha = await shop.customer()
  await saveSettings(shop, admin.token, settings({ slots: everyDay({ surchargePaise: 2000 }) }))
  ;({ orderId } = await buy(shop, asha.token, { amount: 930 }))
  await shop.runJobs()
})
afterAll(() => shop.close())

const slot = { start: '2026-11-21T10:30:00.000Z', end: '2026-11-21T12:30:00.000Z', surcharge: 20 }
const text = 'Sat 21 Nov, 4 to 6 pm'
const onPaper = '21 Nov 2026, 4 to 6 pm'

async function ordersOfAsha() {
  const { email, token } = asha
  return (await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, token)).body
}

describe('an order for 5:30 pm in the slot from 4 to 6 pm', () => {
  it('has its slot and what that costs in the API', async () => {
    const [order] = await ordersOfAsha()
    expect(order).toMatchObject({ time: '2026-11-21T12:00:00.000Z', slot, shipping: 80 })
  })

  it('says the slot in its mail, and the surcharge beside the shipping', () => {
    const mail = shop.mails.get(`order-placed-${orderId}`)?.text.replace(/\s+/g, ' ')
    expect(mail).toContain(`for delivery on ${text} (India time).`)
    expect(mail).toContain('Shipping: ₹60 Time slot surcharge: ₹20 Total: ₹930')
    expect(mail).not.toContain('5:30 pm')
  })

  it('has both on its invoice, taxed as the cakes are', async () => {
    const [invoice] = await papersOf(shop.context.db, [orderId])
    expect(invoice?.content.delivery).toBe(onPaper)
    expect(invoice?.content.lines.slice(1)).toMatchObject([
      { title: 'Delivery', amount: { taxable: 57_14, cgst: 1_43, sgst: 1_43, total: 60_00 } },
      {
        title: 'Time slot surcharge',
        amount: { taxable: 19_04, cgst: 48, sgst: 48, total: 20_00 },
      },
    ])
  })

  it('says it to the kitchen, the driver and the baker', async () => {
    const { db, clock } = shop.context
    const kitchen = await loadKitchen(shop.context, '2026-11-21')
    expect(kitchen.items).toMatchObject([{ hours: '4 to 6 pm' }])
    const read = { db, now: clock.now() }
    const due = await listOrders(read, { due: boundsOfDay('2026-11-21') }, 5)
    const lists = [...due, ...(await listOrders(read, { todo: 'answer' }, 5))]
    expect(lists.map(deliveryText)).toEqual([text, text])
  })

  it('says it in the export', async () => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const csv = await (await shop.api.request('/orders/export', { headers })).text()
    expect(csv).toContain(`"${onPaper}"`)
  })
})
