import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { openCrowd } from '../faults/shoppers.ts'
import { openPushService } from '../stand-ins/push-service.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'
import { ask, sampleCart, signIn } from './shop-client.ts'

const pushOrigin = 'https://fcm.googleapis.com'
const admin = { email: 'admin@cakewala.test', password: 'a password of the admin' }

let data: ReturnType<typeof temporaryFolder>
let service: Awaited<ReturnType<typeof openPushService>>

beforeAll(async () => {
  data = temporaryFolder()
  service = await openPushService(pushOrigin)
})
afterEach(endAll)
afterAll(() => {
  service.close()
  data.remove()
})

/** What Node runs first: the push service is the stand-in, which the shop itself would never call. */
function callsGoTo(ownOrigin: string): string {
  const script = `const send = globalThis.fetch
globalThis.fetch = (url, init) => send(String(url).replace('${pushOrigin}', '${ownOrigin}'), init)`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}

const kills = 3
const customers = 4
const orders = 10

describe.skipIf(whyNot)(whyNot ?? 'a shop that is killed again and again', () => {
  it('tells its bakery of each paid order, by each way once', async () => {
    const settings = {
      PORT: await freePort(),
      DATA_DIR: data.folder,
      TRUST_PROXY: 'on',
      ADMIN_PASSWORD: admin.password,
      NODE_OPTIONS: callsGoTo(service.ownOrigin),
    }
    let server = await startServer(settings)
    const { url } = server
    const owner = await signIn(url, admin)
    const phone = service.subscribe('owner')
    expect((await ask(url, '/notices/phone', { body: phone, token: owner })).status).toBe(200)

    const crowd = openCrowd(() => [url])
    const cart = await sampleCart(url)
    const shopping = Promise.all(
      Array.from({ length: customers }, async (_, number) => {
        const token = await crowd.newCustomer(`asha.${number}@example.in`)
        for (let order = 0; order < orders; order++) await crowd.payByCard(token, cart)
      }),
    )
    const { paidOrders } = crowd.responses
    for (let kill = 1; kill <= kills; kill++) {
      while (paidOrders.size < (kill * customers * orders) / (kills + 1)) await pause(5)
      await server.end('SIGKILL')
      server = await startServer(settings)
    }
    await shopping

    const each = [...paidOrders].map((id) => `new-order-${id}`).sort()
    // A phone shows what it is sent with one tag once, also if the shop was killed before it knew that it was sent.
    const pushed = () => [...new Set(service.pushes.map(({ push }) => push.tag))].sort()
    await expect.poll(pushed).toEqual(each)
    const outbox = () =>
      readdirSync(join(data.folder, 'outbox'))
        .filter((name) => name.startsWith('new-order'))
        .map((name) => name.replace('.eml', ''))
        .sort()
    await expect.poll(outbox).toEqual(each)
    expect(service.pushes.every(({ isSigned }) => isSigned)).toBe(true)
  })
})
