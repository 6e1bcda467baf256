import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { countToDo, listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { allOrders } from '#shop/admin-orders/order-search.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { moveOrder } from '#shop/handling/fulfilment/move-order.server.ts'
import { findPhoto } from '#shop/handling/handling.store.server.ts'
import { purgePhotos } from '#shop/handling/photos/order-photos.server.ts'
import { askForAddressHandler } from '#shop/handling/remind-customers.job.server.tsx'
import { showTracked } from '#shop/order-pages/view-orders.server.ts'
import type { OrderMove } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { giftNow } from '#shop/orders/gift/gift.ts'
import { requireTracked, trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { messages } from '#shop/storefront/storefront.tables.server.ts'
import { placeOf } from '#shop/values/india-address.ts'
import { buy } from '../support/checkout-steps.ts'
import { tellingJpeg } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let baker: { token: string }
let counter: { token: string }
let email: string
let orderId: string
let number: number

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  baker = await shop.staff('kitchen')
  counter = await shop.staff('counter')
})
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.in`
  const asha = await shop.customer(email)
  const time = { checkoutId: crypto.randomUUID(), time: dayAfterTomorrow() }
  ;({ orderId, number } = await buy(shop, asha.token, time))
  await change({ recipientName: 'Meena Iyer', recipientMobile: '9812345678' })
})
afterAll(() => shop.close())

/** At noon in Kolkata, as the cart sends it. */
function dayAfterTomorrow() {
  const at = new Date(shop.context.clock.now().getTime() + 2 * dayMs)
  return `${at.toISOString().slice(0, 10)}T12:00`
}

const change = (to: Partial<typeof orders.$inferInsert>) =>
  shop.context.db.update(orders).set(to).where(eq(orders.id, orderId))
const orderNow = async () => {
  const [row] = await shop.context.db.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('no order')
  return row
}
const linkTo = async (audience: Audience, of = orderId) =>
  (await trackingUrl(shop.context, of, audience)).split('/track/')[1] ?? ''
const say = async (path: string, audience: Audience, more: object = {}) =>
  shop.post<{ message: string }>(`/orders/${path}`, { token: await linkTo(audience), ...more })
const move = (what: OrderMove) =>
  shop.context.db.transaction(async (tx) =>
    moveOrder(shop.context, tx, await lockPlacedOrder(tx, orderId), { move: what, by: 'shop' }),
  )
const actions = async () =>
  (await listAuditLog(shop.context.db, { subject: 'order', id: orderId, limit: 20 })).map(
    ({ action }) => action,
  )

async function photograph(file: Uint8Array, token = baker.token) {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(file)], 'photo.jpg'))
  const response = await shop.api.request(`/orders/photo?order=${orderId}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: (await response.json()) as { detail?: string } }
}
const photoBy = async (audience: Audience) =>
  shop.api.request(`/orders/photo?token=${await linkTo(audience)}`)

describe('a surprise', () => {
  it('is one for its sender until it is out for delivery, and says then from whom it is', async () => {
    const sent = async () => {
      const tracked = await requireTracked(shop.context, await linkTo('sender'), 'sender')
      const shown = await showTracked(shop.context, tracked)
      return shown.audience === 'sender' && giftNow(shown.order).recipient?.surprise
    }
    const from = async () => {
      const tracked = await requireTracked(shop.context, await linkTo('recipient'), 'recipient')
      const shown = await showTracked(shop.context, tracked)
      return shown.audience === 'recipient' && shown.from
    }
    const seen = []
    for (const fulfilment of ['ready', 'out_for_delivery', 'delivered'] as const) {
      const arrivedAt = fulfilment === 'delivered' ? shop.context.clock.now() : null
      await change({ isSurprise: true, fulfilment, arrivedAt })
      seen.push([await sent(), await from()])
    }
    expect(seen).toEqual([
      [true, null],
      [false, 'Asha'],
      [false, 'Asha'],
    ])
  })
})

describe('the photo before it leaves', () => {
  it('is seen by the sender, without the metadata of the file, and by nobody else', async () => {
    expect((await photograph(await tellingJpeg())).status).toBe(200)
    const response = await photoBy('sender')
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes('Secret')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 90 })
    expect((await photoBy('recipient')).status).toBe(404)

    const owner = await shop.admin()
    const photoPath = `/orders/photo?order=${orderId}`
    const status = async (token?: string) =>
      (
        await shop.api.request(photoPath, {
          headers: token ? { authorization: `Bearer ${token}` } : {},
        })
      ).status
    const ravi = await shop.customer(`${crypto.randomUUID()}@example.in`)
    expect([await status(owner.token), await status(ravi.token), await status()]).toEqual([
      ...[200, 403, 401],
    ])
  })

  it('is replaced by a newer one, whose former file goes', async () => {
    await photograph(await tellingJpeg())
    const first = await findPhoto(shop.context.db, orderId, 'leaving')
    await photograph(await tellingJpeg())
    const second = await findPhoto(shop.context.db, orderId, 'leaving')
    expect(second?.file).not.toBe(first?.file)
    expect(await shop.context.files.get(`order-photos/${first?.file}.webp`)).toBeNull()
    expect((await photoBy('sender')).status).toBe(200)
    expect((await actions()).slice(0, 2)).toEqual(['photograph-order', 'photograph-order'])
  })

  it('stays when the file of the former one cannot be removed', async () => {
    await photograph(await tellingJpeg())
    const first = await findPhoto(shop.context.db, orderId, 'leaving')
    const remove = vi.spyOn(shop.context.files, 'remove').mockRejectedValueOnce(new Error('away'))
    expect((await photograph(await tellingJpeg())).status).toBe(200)
    expect(remove.mock.calls).toEqual([[`order-photos/${first?.file}.webp`]])
    remove.mockRestore()
    expect((await photoBy('sender')).status).toBe(200)
  })

  it.each([
    ['has left', { fulfilment: 'out_for_delivery' as const }],
    ['was closed', { fulfilment: 'closed' as const }],
  ])('is not taken of an order that %s', async (_, state) => {
    await change(state)
    expect((await photograph(await tellingJpeg())).status).toBe(409)
    expect(await findPhoto(shop.context.db, orderId, 'leaving')).toBeNull()
  })

  it('is not taken of an order that is cancelled', async () => {
    await say('cancelOrders', 'sender')
    expect((await photograph(await tellingJpeg())).status).toBe(409)
  })

  it('is refused in words when it is none, or too large', async () => {
    expect(await photograph(Buffer.from('no picture'))).toMatchObject({
      status: 415,
      body: { detail: 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.' },
    })
    expect(await photograph(new Uint8Array(20 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { detail: 'The file is larger than 10 MB. Please choose a smaller one.' },
    })
    expect(await findPhoto(shop.context.db, orderId, 'leaving')).toBeNull()
  })

  it('goes 90 days after it was taken', async () => {
    await photograph(await tellingJpeg())
    const photo = await findPhoto(shop.context.db, orderId, 'leaving')
    await purgePhotos(shop.context, photo?.takenAt ?? new Date(0))
    expect((await photoBy('sender')).status).toBe(200)
    await purgePhotos(shop.context, new Date((photo?.takenAt.getTime() ?? 0) + 1))
    expect((await photoBy('sender')).status).toBe(404)
    expect(await shop.context.files.get(`order-photos/${photo?.file}.webp`)).toBeNull()
  })
})

describe('something is wrong with the photo', () => {
  it('keeps the order from leaving until the baker lets it', async () => {
    await move('prepare')
    await photograph(await tellingJpeg())
    shop.wait(15 * minuteMs)
    expect((await say('hold', 'sender')).status).toBe(200)
    expect((await say('hold', 'sender')).status).toBe(200)
    expect((await actions()).filter((action) => action === 'hold-order')).toHaveLength(1)
    await expect(move('dispatch')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`something is wrong with order ${number}`),
    })
    expect((await shop.post('/orders/release', { order: orderId }, baker.token)).status).toBe(200)
    expect((await say('hold', 'sender')).status).toBe(409)
    expect(await move('dispatch')).toBe('out_for_delivery')
    expect((await say('hold', 'sender')).status).toBe(409)
  })

  it('is too late after 15 minutes, and without a photo', async () => {
    await move('prepare')
    expect((await say('hold', 'sender')).status).toBe(409)
    await photograph(await tellingJpeg())
    shop.wait(15 * minuteMs + 1)
    expect((await say('hold', 'sender')).status).toBe(409)
    expect((await orderNow()).dispatchHeldAt).toBeNull()
  })

  it('is not for the recipient', async () => {
    await photograph(await tellingJpeg())
    expect((await say('hold', 'recipient')).status).toBe(404)
  })
})

describe('the sender', () => {
  it('cancels and gets everything back', async () => {
    const { body } = await say('cancelOrders', 'sender')
    expect(body.message).toContain('Your order is cancelled. We’ve refunded ₹900.')
    expect((await orderNow()).paidPaise).toBe(0)
    expect((await say('cancelOrders', 'sender')).status).toBe(409)
  })

  it('has the invoice', async () => {
    const response = await shop.api.request(`/orders/generatepdf?token=${await linkTo('sender')}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('writes to the shop', async () => {
    expect((await say('report', 'sender', { message: ' ' })).status).toBe(422)
    expect((await say('report', 'sender', { message: 'The bell is broken' })).status).toBe(200)
    const [stored] = await shop.context.db.select().from(messages).where(eq(messages.email, email))
    expect(stored?.message).toBe('The bell is broken')
    await shop.runJobs()
    expect(shop.mails.get(`message-${stored?.id}`)?.text).toContain('The bell is broken')
    const detail = await loadOrderDetail(shop.context.db, number)
    expect(detail?.history.at(-1)).toMatchObject({ who: email, did: 'reported a problem' })
    expect(detail?.conversations).toMatchObject([
      { kind: 'Complaint', state: 'Open', entries: [{ words: 'The bell is broken' }] },
    ])
  })

  it('shows what is wrong to the shop, and to nobody else', async () => {
    const { db } = shop.context
    const send = async (audience: Audience) => {
      const form = new FormData()
      form.set('image', new File([new Uint8Array(await tellingJpeg())], 'photo.jpg'))
      const path = `/orders/reportPhoto?token=${await linkTo(audience)}`
      return (await shop.api.request(path, { method: 'POST', body: form })).status
    }
    const seenBy = async (token: string) =>
      (
        await shop.api.request(`/orders/photo?order=${orderId}&kind=problem`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await send('recipient')).toBe(404)
    expect(await send('sender')).toBe(200)
    shop.wait(minuteMs)
    expect(await send('sender')).toBe(200)
    await say('report', 'sender', { message: 'It is squashed' })

    const stranger = await shop.customer(`${crypto.randomUUID()}@example.in`)
    expect([await seenBy(counter.token), await seenBy(stranger.token)]).toEqual([200, 403])
    const path = `/orders/photo?kind=problem&token=${await linkTo('recipient')}`
    expect((await shop.api.request(path)).status).toBe(404)
    // Before it leaves, there is no photo for the customer.
    expect((await photoBy('sender')).status).toBe(404)

    const detail = await loadOrderDetail(db, number)
    const takenAt = shop.context.clock.now().toISOString()
    expect(detail?.problemPhotoAt).toBe(takenAt)
    expect(detail?.history.slice(-3).map(({ did }) => did)).toEqual([
      'sent a photo of a problem',
      'sent a photo of a problem',
      'reported a problem',
    ])
    const [stored] = await db.select().from(messages).where(eq(messages.email, email))
    await shop.runJobs()
    expect(shop.mails.get(`message-${stored?.id}`)?.text).toContain('The photo that was sent')
  })

  it('has an open complaint until staff say that it is answered', async () => {
    const { db, clock } = shop.context
    const others = (await countToDo({ db, now: clock.now() })).complaint.items
    const isOpen = async () => {
      const read = { db, now: clock.now() }
      const { items } = (await countToDo(read)).complaint
      const found = await listOrders(read, { ...allOrders, todo: 'complaint' }, 50)
      const { conversations = [] } = (await loadOrderDetail(db, number)) ?? {}
      const open = conversations.filter(({ state }) => state === 'Open')
      return [items - others, found.some(({ id }) => id === orderId), open.length]
    }
    const answer = async (isAnswered: boolean) =>
      (await shop.post('/messages/answer', { ...(await problem()), isAnswered }, counter.token))
        .status
    const problem = async () => {
      const [found] = await db.select().from(messages).where(eq(messages.orderId, orderId))
      return { id: found?.id, was: 0 }
    }

    expect(await isOpen()).toEqual([0, false, 0])
    await say('report', 'sender', { message: 'The bell is broken' })
    expect(await isOpen()).toEqual([1, true, 1])
    expect([await answer(true), await answer(true)]).toEqual([200, 200])
    expect(await isOpen()).toEqual([0, false, 0])
    expect((await loadOrderDetail(db, number))?.history.at(-1)).toMatchObject({
      did: 'answered a problem',
    })
    expect(await answer(false)).toBe(200)
    expect(await isOpen()).toEqual([1, true, 1])
    expect((await actions()).slice(0, 3)).toEqual([
      'reopen-problem',
      'answer-problem',
      'report-problem',
    ])
  })
})

describe('the recipient', () => {
  const whereTo = { address: '7 Rose Lane\nnear the temple', mobile: '+91 98111 22233' }

  it('completes address and number, within the pincode', async () => {
    await change({ address: ',560001,Bengaluru', recipientMobile: '' })
    expect((await say('whereTo', 'recipient', whereTo)).status).toBe(200)
    expect(await orderNow()).toMatchObject({
      address: '7 Rose Lane, near the temple,560001,Bengaluru',
      recipientMobile: '9811122233',
    })
    expect((await actions())[0]).toBe('change-order')
    expect((await say('whereTo', 'recipient', whereTo)).status).toBe(200)
    expect((await actions()).filter((action) => action === 'change-order')).toHaveLength(1)
  })

  it('changes what they sent, and not what the sender changed meanwhile', async () => {
    const { address } = await orderNow()
    const [street, number] = [{ address: whereTo.address }, { mobile: whereTo.mobile }]
    await say('changeOrder', 'sender', { recipientMobile: '9876500000' })
    expect((await say('whereTo', 'recipient', street)).status).toBe(200)
    expect((await orderNow()).recipientMobile).toBe('9876500000')
    const back = { address: { address: placeOf(address).address } }
    expect((await say('changeOrder', 'sender', back)).status).toBe(200)
    expect((await say('whereTo', 'recipient', number)).status).toBe(200)
    expect(await orderNow()).toMatchObject({ address, recipientMobile: '9811122233' })
  })

  it('is mailed for the address as long as it is missing', async () => {
    await change({ address: ',560001,Bengaluru' })
    const { status, body } = await say('whereTo', 'recipient', { mobile: '9811122233' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['address']])
    expect((await orderNow()).recipientMobile).not.toBe('9811122233')
  })

  it.each([
    ['no address', { address: ' ' }, 'address'],
    ['letters in the number', { mobile: '98111abcde' }, 'mobile'],
    ['a number that begins with 5', { mobile: '5811122233' }, 'mobile'],
  ])('with %s is told at the field', async (_, wrong, field) => {
    const before = await orderNow()
    const { status, body } = await say('whereTo', 'recipient', { ...whereTo, ...wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    expect(await orderNow()).toEqual(before)
  })

  it.each([
    ['it is baked', () => move('bake')],
    ['the kitchen has to begin', async () => shop.wait(2 * dayMs)],
    ['it is cancelled', () => say('cancelOrders', 'sender')],
  ])('changes nothing once %s', async (_, happen) => {
    await happen()
    const { address } = await orderNow()
    expect((await say('whereTo', 'recipient', whereTo)).status).toBe(409)
    expect((await orderNow()).address).toBe(address)
  })

  it('opens the order of the link alone, whoever is logged in and whatever else is named', async () => {
    const ravi = await shop.customer(`${crypto.randomUUID()}@example.in`)
    const theirs = await buy(shop, ravi.token, {
      checkoutId: crypto.randomUUID(),
      time: dayAfterTomorrow(),
    })
    const token = await linkTo('sender')
    const named = { token, orderId: theirs.orderId }
    for (const session of [ravi.token, baker.token]) {
      const note = { ...named, riderNote: `From ${session.slice(0, 8)}` }
      expect((await shop.post('/orders/changeOrder', note, session)).status).toBe(200)
      expect((await orderNow()).riderNote).toBe(note.riderNote)
    }
    expect((await shop.api.request(`/orders/slots?token=${token}&days=1`)).status).toBe(200)
    expect((await shop.post('/orders/cancelOrders', named, baker.token)).status).toBe(200)
    const [other] = await shop.context.db.select().from(orders).where(eq(orders.id, theirs.orderId))
    expect(other).toMatchObject({ riderNote: '', state: 'placed', chargedPaise: 900_00 })
  })

  it('cannot do what the sender does, nor the sender what they do', async () => {
    for (const path of ['cancelOrders', 'hold', 'report']) {
      expect((await say(path, 'recipient', { message: 'x' })).status, path).toBe(404)
    }
    const invoice = await shop.api.request(`/orders/generatepdf?token=${await linkTo('recipient')}`)
    expect(invoice.status).toBe(404)
    expect((await say('whereTo', 'sender', whereTo)).status).toBe(404)
  })
})

async function changeMails() {
  await shop.runJobs()
  return [...shop.mails.values()].filter(
    ({ id, to }) => id.startsWith('order-rescheduled-') && to === email,
  )
}

describe('an address, or the number of who is there, that changes is mailed to who ordered', () => {
  const byStaff = (more: object) => async () => {
    const { token } = await shop.staff('counter', `${crypto.randomUUID()}@example.in`)
    return shop.post('/orders/changeOrder', { orderId, ...more }, token)
  }
  const leave = async () => {
    await move('prepare')
    await move('dispatch')
  }
  const door = { address: '66 Thief Lane' }
  const asChanged = { address: door }

  it.each([
    ['staff', byStaff(asChanged)],
    ['staff once it has left', byStaff(asChanged), leave],
    ['staff, the number', byStaff({ recipientMobile: '9811122266' }), leave],
    ['the recipient', () => say('whereTo', 'recipient', door)],
    ['the recipient, the number', () => say('whereTo', 'recipient', { mobile: '9811122266' })],
    ['the sender', () => say('changeOrder', 'sender', asChanged)],
  ])('by %s', async (_, send, before?: () => Promise<unknown>) => {
    await before?.()
    expect(await changeMails()).toEqual([])
    for (const status of [200, 200]) expect((await send()).status).toBe(status)
    const { address, recipientMobile } = await orderNow()
    expect(`${address} ${recipientMobile}`).toMatch(/66 Thief Lane|9811122266/)
    const [mail, ...more] = await changeMails()
    expect([mail?.to, more]).toEqual([email, []])
    expect(mail?.text).toMatch(/Call us/)
  })

  it('by staff, within its pincode once it has left', async () => {
    await leave()
    const elsewhere = { address: { address: '66 Thief Lane', pincode: '110001', city: 'Delhi' } }
    const before = await orderNow()
    const { status } = await byStaff({ ...elsewhere, reason: 'x' })()
    expect([status, await orderNow()]).toEqual([409, before])
  })
})

describe('an order without an address', () => {
  it('mails its sender once that the recipient has given it', async () => {
    await change({ address: ',560001,Bengaluru', recipientMobile: '' })
    await say('whereTo', 'recipient', { address: '7 Rose Lane' })
    const [given, ...more] = await changeMails()
    expect([given?.to, more]).toEqual([email, []])
    expect(given?.text).toContain('your recipient has told us the address of order')
    expect(given?.text).not.toContain('Rose Lane')
    expect(given?.text).toContain('/track/')
  })

  it('may be told where to go until it leaves; a known address stays from baking on', async () => {
    await change({ address: ',560001,Bengaluru' })
    await move('bake')
    expect((await say('whereTo', 'recipient', { address: '7 Rose Lane' })).status).toBe(200)
    expect((await orderNow()).address).toBe('7 Rose Lane,560001,Bengaluru')
    expect((await say('whereTo', 'recipient', { address: '8 Rose Lane' })).status).toBe(409)
  })

  const addressMail = () => shop.mails.get(`address-missing-${orderId}`)
  const ask = () => askForAddressHandler(shop.context).run({})
  it('asks its sender once when the kitchen begins, and does not leave before it is known', async () => {
    await change({ address: ',560001,Bengaluru' })
    await ask()
    await shop.runJobs()
    expect(addressMail()).toBeUndefined()

    await move('prepare')
    await ask()
    await shop.runJobs()
    expect(addressMail()).toMatchObject({
      to: email,
      subject: `We need the address of your order ${number}`,
    })
    await expect(move('dispatch')).rejects.toMatchObject({ code: 'conflict' })

    const counter = await shop.staff('counter', `${crypto.randomUUID()}@example.in`)
    const give = async (address: string) =>
      (await shop.post('/orders/changeOrder', { orderId, address: { address } }, counter.token))
        .status
    expect(await give('7 Rose Lane')).toBe(200)
    expect(await move('dispatch')).toBe('out_for_delivery')
    await move('deliver')
    expect(await give('8 Rose Lane')).toBe(409)
  })
})

describe('an open page', () => {
  async function follow(audience: Audience) {
    const response = await shop.api.request(`/orders/liveOrder?token=${await linkTo(audience)}`)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    return {
      status: response.status,
      next: async () => decoder.decode((await reader?.read())?.value),
      leave: () => reader?.cancel(),
    }
  }

  it.each(['sender', 'recipient'] as const)(
    'of the %s hears that something happened to its order, and no more',
    async (audience) => {
      const line = await follow(audience)
      expect(await line.next()).toContain('event: ready')
      const mine = orderId
      const ravi = await shop.customer(`${crypto.randomUUID()}@example.in`)
      const other = { checkoutId: crypto.randomUUID(), time: dayAfterTomorrow() }
      ;({ orderId } = await buy(shop, ravi.token, other))
      await move('bake')
      orderId = mine
      await move('bake')
      expect(await line.next()).toBe('event: change\ndata: {}\n\n')
      await line.leave()
    },
  )

  it('is one of a hundred from its network address, however many links there are', async () => {
    const lines = []
    for (let n = 0; n < 5; n += 1) {
      const { token } = await shop.customer(`${crypto.randomUUID()}@example.in`)
      const time = { checkoutId: crypto.randomUUID(), time: dayAfterTomorrow() }
      ;({ orderId } = await buy(shop, token, time))
      for (let page = 0; page < 20; page += 1) lines.push(await follow('sender'))
    }
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set([200]))
    ;({ orderId } = await buy(
      shop,
      (await shop.customer(`${crypto.randomUUID()}@example.in`)).token,
      {
        checkoutId: crypto.randomUUID(),
        time: dayAfterTomorrow(),
      },
    ))
    // What is refused takes no place of its link, which has twenty.
    for (let n = 0; n < 20; n += 1) expect((await follow('sender')).status).toBe(429)
    for (const line of lines) await line.leave()
    const again = await follow('sender')
    expect(again.status).toBe(200)
    await again.leave()
  })

  it('hears that its link was renewed, and finds nothing more by it', async () => {
    const old = await linkTo('sender')
    const line = await follow('sender')
    await line.next()
    const counter = await shop.staff('counter', `${crypto.randomUUID()}@example.in`)
    const renewed = { order: orderId, audience: 'sender' }
    expect((await shop.post('/orders/renewLink', renewed, counter.token)).status).toBe(200)
    expect(await line.next()).toBe('event: change\ndata: {}\n\n')
    await line.leave()
    expect((await shop.api.request(`/orders/liveOrder?token=${old}`)).status).toBe(404)
  })
})
