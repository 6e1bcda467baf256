import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { operate } from '../faults/operator-commands.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  type Settings,
  spawnServer,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'
import { ask, beginByCard, comeBack, newCustomer, payByCard } from './shop-client.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

/** The commands of the operator's book, by their first line. */
function commandsOf(firstLine: string): string[] {
  const book = readFileSync('docs/operations.md', 'utf8')
  const [, block = ''] = book.split(`    ${firstLine}\n`)
  const lines = [firstLine, ...block.split('\n')]
  return lines.slice(0, lines.indexOf('')).map((line) => line.trim())
}

const forNewDatabase = commandsOf("create role cakewala_owner login password 'secret';")
const fromOneRole = commandsOf('reassign owned by cakewala to cakewala_owner;')

/** A shop's own names for its database and roles, as a server has them for all its databases. */
function newNames() {
  const name = `cakewala_roles_${randomBytes(6).toString('hex')}`
  const url = (role: string, database = name) => {
    const whole = new URL(server)
    whole.username = role
    whole.pathname = `/${database}`
    return whole.href
  }
  /** Runs the book's commands under these names. */
  async function run(commands: string[], through = server) {
    for (const command of commands) await onServer(through, command.replaceAll('cakewala', name))
  }
  const settings = {
    DATABASE_URL: url(name),
    MIGRATION_DATABASE_URL: url(`${name}_owner`),
  }
  return { name, url, run, settings }
}

const made: string[] = []

async function newDatabase() {
  const names = newNames()
  made.push(names.name)
  await names.run(forNewDatabase)
  return names
}

/** Why the role of DATABASE_URL may not do this. */
async function refusal({ DATABASE_URL = '' }: Settings, statement: string): Promise<string> {
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const reason = await client.query(statement).then(
    () => 'done',
    (error: Error) => error.message,
  )
  await client.end()
  return reason
}

const changes = [
  'create table more (id int)',
  'create schema more',
  'drop table orders',
  'alter table audit_log disable trigger all',
  'truncate audit_log',
  'drop table pgboss.job_common',
  'update drizzle.__drizzle_migrations set created_at = 0',
]

async function expectRowsAlone(settings: Settings) {
  for (const change of changes) {
    expect(await refusal(settings, change)).toMatch(/^(permission denied|must be owner)/)
  }
  expect(await refusal(settings, 'select 1 from orders')).toBe('done')
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'a shop with two roles', () => {
  let data: ReturnType<typeof temporaryFolder>
  beforeAll(() => {
    data = temporaryFolder()
  })
  afterEach(endAll)
  afterAll(async () => {
    data?.remove()
    for (const name of made) {
      await onServer(server, `drop database ${name} with (force)`)
      await onServer(server, `drop role ${name}`)
      await onServer(server, `drop role ${name}_owner`)
    }
  })

  const open = async (settings: Settings, folder: string) =>
    startServer({ ...settings, PORT: await freePort(), DATA_DIR: join(data.folder, folder) })

  it('sells, works off its jobs, starts again, is backed up and restored, and cannot change a table', async () => {
    const { settings, url, name } = await newDatabase()
    const shop = await open(settings, 'sells')
    const asha = await newCustomer(shop.url)
    const { body: order } = await beginByCard(shop.url, asha)
    await payByCard(shop.url, order)
    expect(await comeBack(shop.url, asha, order.orderId)).toMatchObject({
      body: { state: 'placed' },
    })
    const sent = "select id as name from mails where status = 'sent'"
    await expect.poll(() => onServer(url(name), sent)).not.toEqual([])
    await expectRowsAlone(settings)
    await shop.end('SIGTERM')
    expect(shop.output()).not.toMatch(/permission denied|must be owner/)

    const again = await open(settings, 'sells')
    expect((await ask(again.url, '/users/logout', { token: asha })).status).toBeLessThan(500)
    await again.end('SIGTERM')

    const backups = join(data.folder, 'backups')
    const here = { ...settings, DATA_DIR: join(data.folder, 'sells') }
    expect(await operate(here, 'backup', '--to', backups)).toMatchObject({ code: 0 })
    const empty = await newDatabase()
    const there = { ...empty.settings, DATA_DIR: join(data.folder, 'restored') }
    const backup = join(backups, readdirSync(backups)[0] ?? '')
    expect(await operate(there, 'restore', backup)).toMatchObject({ code: 0 })
    expect(await operate(there, 'check-consistency')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Consistent: 1 order'),
    })
    await expectRowsAlone(there)
  })

  it('starts three times at once, with all made once', async () => {
    const { settings, url, name } = await newDatabase()
    const shops = ['one', 'two', 'three'].map((folder) => open(settings, `at-once-${folder}`))
    const output = (await Promise.all(shops)).map((shop) => shop.output()).join('')
    expect(output.match(/Loaded the sample catalogue: 30 cakes/g)).toHaveLength(1)
    expect(output.match(/Admin sign-in/g)).toHaveLength(1)
    expect(await onServer(url(name), 'select count(*)::text as name from cakes')).toEqual(['30'])
    await endAll()
  })

  it('is migrated by a command of its own: what serves has no password of the owner', async () => {
    const { settings, url, name } = await newDatabase()
    const serving = { DATABASE_URL: settings.DATABASE_URL }
    const early = { ...serving, PORT: await freePort(), DATA_DIR: join(data.folder, 'serves') }
    async function refused() {
      const start = spawnServer(early)
      expect(await start.ended).toMatchObject({ code: 1 })
      expect(start.output().trim()).toMatch(/^The database lacks tables .*"npm run migrate"[^\n]*$/)
    }
    await refused()

    const migrating = { ...settings, DATA_DIR: join(data.folder, 'migrates') }
    const migrated = { code: 0, output: 'The database has the tables of this version.\n' }
    const twice = [operate(migrating, 'migrate'), operate(migrating, 'migrate')]
    expect(await Promise.all(twice)).toEqual([migrated, migrated])

    const shops = await Promise.all([open(serving, 'serves'), open(serving, 'serves')])
    const asha = await newCustomer(shops[0].url)
    const { body: order } = await beginByCard(shops[0].url, asha)
    await payByCard(shops[1].url, order)
    expect((await comeBack(shops[1].url, asha, order.orderId)).body.state).toBe('placed')
    await expectRowsAlone(settings)
    await endAll()

    // As a version of the shop that comes with a newer queue finds it.
    await onServer(url(`${name}_owner`), 'update pgboss.version set version = version - 1')
    await refused()
    await onServer(url(`${name}_owner`), 'update pgboss.version set version = version + 1')
  })

  it('that had one is refused until the tables have the other owner', async () => {
    const { name, run, url, settings } = newNames()
    made.push(name)
    await onServer(server, `create role ${name} login`)
    await onServer(server, `create database ${name} owner ${name}`)
    const before = await open({ DATABASE_URL: url(name) }, 'one')
    await before.end('SIGTERM')

    await run(forNewDatabase.slice(0, 1))
    const refused = spawnServer({ ...settings, PORT: await freePort(), DATA_DIR: data.folder })
    expect(await refused.ended).toMatchObject({ code: 1 })
    expect(refused.output()).toContain(`The role '${name}' of DATABASE_URL may change`)

    const administrator = new URL(server)
    administrator.pathname = `/${name}`
    await run(fromOneRole, administrator.href)
    const after = await open(settings, 'one')
    await newCustomer(after.url)
    await expectRowsAlone(settings)
    await after.end('SIGTERM')
  })
})
