import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import { onServer } from '../support/test-databases.setup.ts'
import { expectConsistent, operate } from './operator-commands.ts'
import { keepBuying, openCrowd } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const customers = 8
const placed = `select id::text as name from orders where state = 'placed'`

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'a backup taken under load', () => {
  it('opens as a consistent shop, with every order that was placed before it started', async () => {
    const settings: Settings = {
      DATA_DIR: join(data.folder, 'busy'),
      DATABASE_URL: await newDatabase(),
      TRUST_PROXY: 'on',
    }
    const busy = await startServer({ ...settings, PORT: await freePort() })
    const crowd = openCrowd(() => [busy.url])
    const cart = await sampleCart(busy.url)
    const { paidOrders } = crowd.responses
    const shopping = await keepBuying(crowd, { customers, cart })
    await shopping.bought(customers + 1)

    const before = await onServer(settings.DATABASE_URL ?? '', placed)
    const backups = join(data.folder, 'backups')
    const bought = paidOrders.size
    expect(await operate(settings, 'backup', '--to', backups)).toMatchObject({ code: 0 })
    expect(paidOrders.size).toBeGreaterThan(bought)
    await shopping.end()
    await busy.end('SIGKILL')

    const restored: Settings = {
      ...settings,
      DATA_DIR: join(data.folder, 'restored'),
      DATABASE_URL: await newDatabase(),
    }
    const backup = join(backups, readdirSync(backups)[0] ?? '')
    const { code, output } = await operate(restored, 'restore', backup)
    expect([code, output]).toEqual([0, expect.stringContaining('Restored the shop')])
    expect((await operate(restored, 'check-consistency', '--with-files')).output).toMatch(
      /^Consistent: /,
    )
    const there = await onServer(restored.DATABASE_URL ?? '', placed)
    expect(new Set(before).difference(new Set(there))).toEqual(new Set())

    const heir = await startServer({ ...restored, PORT: await freePort() })
    const file = (id: string) => join(restored.DATA_DIR ?? '', 'outbox', `order-placed-${id}.eml`)
    await expect.poll(() => there.filter((id) => !existsSync(file(id)))).toEqual([])
    await expectConsistent(restored)
    expect(await heir.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
