import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createLiveOrders, liveOrdersStream } from '#shop/order-pages/live-orders.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { begin, buy, comeBack, customLine, ordersOf, pay } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Reads a stream of server-sent events, block by block. */
function readerOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    /** The next block; null at the end. */
    async next(): Promise<string | null> {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read()
        if (done) return null
        text += decoder.decode(value, { stream: true })
      }
      const end = text.indexOf('\n\n')
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      return block
    },
    leave: () => reader.cancel(),
  }
}

/** Listens as a browser does, and waits until nothing more is missed. */
async function listen(headers: Record<string, string> = {}, signal?: AbortSignal) {
  const response = await shop.api.request('/orders/live', {
    headers: { ...bearer(admin.token), ...headers },
    signal,
  })
  if (!response.body) throw new Error('no stream')
  return { response, ...readerOf(response.body) }
}

const ready = 'retry: 2000\nevent: ready\ndata: {}'
const parseEvent = (block: string | null) => ({
  name: /^event: (\w+)$/m.exec(block ?? '')?.[1],
  data: JSON.parse(/^data: (.*)$/m.exec(block ?? '')?.[1] ?? 'null'),
})

it('one account listens ten times at once, and again when one of them has left', async () => {
  const lines = await Promise.all(Array.from({ length: 10 }, () => listen()))
  const headers = bearer(admin.token)
  const ask = () => shop.api.request('/orders/live', { headers })
  expect((await ask()).status).toBe(429)
  await lines[0]?.leave()
  const again = await ask()
  expect(again.status).toBe(200)
  await again.body?.cancel()
  for (const line of lines.slice(1)) await line.leave()
})

describe('who listens to the orders', () => {
  it('hears of each one placed, cancelled and confirmed', async () => {
    const line = await listen()
    expect(line.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(line.response.headers.get('cache-control')).toBe('no-store')
    expect(await line.next()).toBe(ready)

    const { orderId, number } = await buy(shop, asha.token)
    const told = (action: string) => ({ name: 'order', data: { action, orderId, number } })
    expect(parseEvent(await line.next())).toMatchObject(told('place-order'))

    const body = await ordersOf(shop, asha)
    const suborder = body[0]?.order[0]
    await shop.post('/orders/confirmOrder', { data: '', suborder, order: orderId }, admin.token)
    expect(parseEvent(await line.next())).toMatchObject(told('confirm-item'))
    await line.leave()
  })

  it('from the kitchen hears of which order something happened, and not what', async () => {
    const kitchen = await shop.staff('kitchen')
    const line = await listen(bearer(kitchen.token))
    expect(await line.next()).toBe(ready)
    const { orderId, number } = await buy(shop, asha.token)
    const { name, data } = parseEvent(await line.next())
    expect([name, data]).toEqual(['order', { orderId, number }])
    await line.leave()
  })

  it('hears of a price that is quoted, and of its answer', async () => {
    const { orderId, number } = await buy(shop, asha.token, { order: [customLine], amount: 0 })
    const [item] = await itemsOf(shop.context.db, orderId)
    const line = await listen()
    await line.next()
    const told = (action: string) => ({ name: 'order', data: { action, orderId, number } })

    const decision = { order: orderId, suborder: item?.id, data: 1, msg: 1450 }
    await shop.post('/orders/confirmOrder', decision, admin.token)
    expect(parseEvent(await line.next())).toMatchObject(told('quote-item'))
    const [quote] = await quotesOfOrder(shop.context.db, orderId)
    const answer = { quote: quote?.id, answer: 'accept' }
    await shop.post('/orders/answerQuote', answer, asha.token)
    expect(parseEvent(await line.next())).toMatchObject(told('accept-quote'))
    await line.leave()
  })

  it('hears nothing of an order that is not placed', async () => {
    const line = await listen()
    await line.next()
    const { body: unpaid } = await begin(shop, asha.token)
    const { body: paid } = await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await pay(shop, paid)
    await comeBack(shop, asha.token, paid.orderId)
    expect(parseEvent(await line.next()).data.orderId).toBe(paid.orderId)
    expect(unpaid.orderId).not.toBe(paid.orderId)
    await line.leave()
  })

  it('is told that something may have been missed, and hears what comes then', async () => {
    const { signal } = new AbortController()
    const { db, queue } = shop.database
    let miss = () => {}
    const forgetful: typeof queue = {
      ...queue,
      listen(channel, onNotification, onMissed) {
        miss = onMissed
        return queue.listen(channel, onNotification, onMissed)
      },
    }
    const live = createLiveOrders({ db, queue: forgetful }, createLog('silent'))
    const mayListen = async () => true
    const line = readerOf(liveOrdersStream({ live, mayListen, signal }))
    expect(await line.next()).toBe(ready)
    miss()
    expect(await line.next()).toBe(ready)
    const { number } = await buy(shop, asha.token)
    expect(parseEvent(await line.next()).data).toMatchObject({ action: 'place-order', number })
    await live.close()
    expect(await line.next()).toBeNull()
  })

  it('shares one connection with the others', async () => {
    const gone = new AbortController()
    const lines = [await listen(), await listen({}, gone.signal)]
    for (const line of lines) await line.next()
    await buy(shop, asha.token)
    const [one, other] = await Promise.all(lines.map((line) => line.next()))
    expect(one).toBe(other)
    gone.abort()
    expect(await lines[1]?.next()).toBeNull()
    expect(shop.context.liveOrders.count()).toBe(1)
    await lines[0]?.leave()
    expect(shop.context.liveOrders.count()).toBe(0)
  })

  it('is sent home when the shop stops, and so is who comes then', async () => {
    const line = await listen()
    await line.next()
    await shop.context.liveOrders.close()
    expect(await line.next()).toBeNull()
    expect((await shop.get('/orders/live', admin.token)).status).toBe(409)
    expect(shop.context.liveOrders.count()).toBe(0)
  })
})

describe('a line that is held', () => {
  const hold = (mayListen: () => Promise<boolean>) => {
    const live = createLiveOrders(shop.database, createLog('silent'))
    const { signal } = new AbortController()
    const stream = liveOrdersStream({ live, mayListen, signal, heartbeatMs: 10 })
    return { live, ...readerOf(stream) }
  }

  it('beats, and ends with the session', async () => {
    const isAdmin = async () =>
      (await shop.context.accounts.callerOf(new Headers(bearer(admin.token))))?.role === 'owner'
    const { next, live } = hold(isAdmin)
    // Before it is ready, it may beat already.
    while ((await next()) !== ready) {}
    expect(await next()).toBe(':')
    await shop.context.accounts.signOut(new Headers(bearer(admin.token)))
    for (let block = await next(); block !== null; block = await next()) expect(block).toBe(':')
    await expect.poll(() => live.count()).toBe(0)
    await live.close()
  })

  it('ends when nobody can say whether it may', async () => {
    const { next, live } = hold(() => Promise.reject(new Error('no database')))
    for (let block = await next(); block !== null; block = await next()) expect(block).toBe(ready)
    await live.close()
  })
})
