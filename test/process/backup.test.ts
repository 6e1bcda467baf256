import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { operate } from '../faults/operator-commands.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'
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
    const orders = (url: string, session: string) =>
      ask(url, '/orders/viewOrders', { body: { email: 'asha@example.in' }, token: session })
    const before = await orders(shop.url, token)
    expect(before.status).toBe(200)

    expect(await operate({ DATA_DIR: lost }, 'backup', '--to', backups)).toMatchObject({
      code: 0,
      output: expect.stringContaining('The backup is in'),
    })
    const [name = ''] = readdirSync(backups)
    expect(await operate({ DATA_DIR: lost }, 'restore', join(backups, name))).toMatchObject({
      code: 1,
      output: expect.stringContaining('in use by another Cakewala'),
    })
    expect(await shop.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(existsSync(join(lost, 'operator-calls'))).toBe(false)

    expect(await operate({ DATA_DIR: found }, 'restore', join(backups, name))).toMatchObject({
      code: 0,
    })
    const again = await startServer({ PORT: await freePort(), DATA_DIR: found, SEED: 'none' })
    // Sessions are not in a backup; passwords are.
    expect((await orders(again.url, token)).status).toBe(401)
    expect(await orders(again.url, await newCustomer(again.url))).toEqual(before)
    expect(await operate({ DATA_DIR: found }, 'check-consistency')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Consistent: 1 order'),
    })
  })

  it('is backed up encrypted as soon as the command has a key, and opens by the secret one', async () => {
    const [lost, found, backups, key] = ['open', 'again', 'encrypted', 'key.txt'].map((name) =>
      join(data.folder, name),
    ) as [string, string, string, string]
    const shop = await startServer({ PORT: await freePort(), DATA_DIR: lost, SEED: 'none' })
    await newCustomer(shop.url)
    const made = await operate({}, 'make-backup-key', key)
    const [, publicKey = ''] = /^BACKUP_PUBLIC_KEY=(\S+)$/m.exec(made.output) ?? []
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(await operate({}, 'make-backup-key', key)).toMatchObject({ code: 1 })

    const settings = { DATA_DIR: lost, BACKUP_PUBLIC_KEY: publicKey }
    expect(await operate(settings, 'backup', '--to', backups)).toMatchObject({
      code: 0,
      output: expect.stringContaining('It is encrypted'),
    })
    const backup = join(backups, readdirSync(backups)[0] ?? '')
    expect(existsSync(join(backup, 'manifest.json.age'))).toBe(true)
    const open = (...args: string[]) => operate({ DATA_DIR: found }, 'restore', backup, ...args)
    expect(await open()).toMatchObject({ code: 1, output: expect.stringContaining('is encrypted') })
    const opened = await open('--key', key)
    expect(opened).toMatchObject({ code: 0, output: expect.stringContaining('Restored the shop') })
    expect(opened.output + made.output + shop.output()).not.toContain('AGE-SECRET-KEY-1')
    await shop.end('SIGTERM')
  })
})
