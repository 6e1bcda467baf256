import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operate } from '../faults/operator-commands.ts'
import { endAll, freePort, startServer, temporaryFolder, whyNot } from './server-process.ts'
import { ask, newCustomer, orderCustomCake } from './shop-client.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

describe.skipIf(whyNot)(whyNot ?? 'a shop that runs', () => {
  it('is backed up while it serves, and opens elsewhere as it was', async () => {
    const [lost, found, backups] = ['lost', 'found', 'backups'].map((name) =>
      join(data.folder, name),
    ) as [string, string, string]
    const shop = await startServer({ PORT: await freePort(), DATA_DIR: lost, SEED: 'none' })
    const token = await newCustomer(shop.url)
    await orderCustomCake(shop.url, token)
    const orders = (url: string) =>
      ask(url, '/orders/viewOrders', { body: { email: 'asha@example.in' }, token })
    const before = await orders(shop.url)
    expect(before.status).toBe(200)

    expect(await operate({ DATA_DIR: lost }, 'backup', '--to', backups)).toMatchObject({
      code: 0,
      said: expect.stringContaining('The backup is in'),
    })
    const [name = ''] = readdirSync(backups)
    expect(await operate({ DATA_DIR: lost }, 'restore', join(backups, name))).toMatchObject({
      code: 1,
      said: expect.stringContaining('in use by another Cakewala'),
    })
    expect(await shop.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(existsSync(join(lost, 'control.sock'))).toBe(false)

    expect(await operate({ DATA_DIR: found }, 'restore', join(backups, name))).toMatchObject({
      code: 0,
    })
    const again = await startServer({ PORT: await freePort(), DATA_DIR: found, SEED: 'none' })
    // The sign-in of before is good: the secret came along.
    expect(await orders(again.url)).toEqual(before)
    expect(await operate({ DATA_DIR: found }, 'check-consistency')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Consistent: 1 order'),
    })
  }, 120_000)
})
