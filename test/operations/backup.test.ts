import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config/config.server.ts'
import { moveDatabase } from '#app/operations/backup.server.ts'
import { leftOut } from '#app/operations/shop-database.server.ts'
import type { ShopDatabase } from '#platform/backup/contents.server.ts'
import { type Restored, restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { writeBackup } from '#platform/backup/write-backup.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { appliedMigrations, migrationsIn } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { isEmpty, storedTables } from '#platform/database/tables.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { shopTotals } from '#shop/consistency/consistency.store.server.ts'
import {
  earlierSentence,
  nextMigration,
  withEarlierNames,
  withNextMigration,
} from '../support/other-versions.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { onServer } from '../support/test-databases.setup.ts'

const server = process.env.TEST_DATABASE_URL
const shop = {
  migrationsFolder: 'db/migrations',
  countTotals: shopTotals,
  leftOut,
}
const log = createLog('silent')
const say = () => {}
const now = new Date('2026-11-20T04:30:00.123Z')

let root: string
const made: string[] = []
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cakewala-backup-'))
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  for (const name of made) await onServer(server ?? '', `drop database ${name} with (force)`)
})

/** A folder that is nobody else's. */
const newFolder = () => join(root, randomUUID())

/** Where a database can be opened that is not there yet. */
async function newPlace(kind: 'embedded' | 'server') {
  if (kind === 'embedded') return { url: undefined, dataDir: newFolder() }
  const name = `cakewala_backup_${randomUUID().replaceAll('-', '')}`
  await onServer(server ?? '', `create database ${name}`)
  made.push(name)
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  return { url: url.href, dataDir: newFolder() }
}

type Place = Awaited<ReturnType<typeof newPlace>>
const opens = (place: Place) => (migrationsFolder: string | null) =>
  openDatabase({ ...place, migrationsFolder })

const words = [
  'a\tb',
  'back\\slash \\N \\. \\x41',
  '\\N',
  'NULL',
  'two\nlines\r\nand\vmore',
  '"quoted", \'single\', {braces}',
  'जन्मदिन मुबारक 🎂',
  ' ',
]

/** Rows with all that a text format may trip over, an order that was rolled back, and jobs that wait. */
async function fill({ db }: OpenDatabase) {
  for (const [n, word] of words.entries()) {
    await db.execute(
      sql`insert into users (id, name, email, mobileno) values (${`u${n}${word}`}, ${`${word}.`}, ${`u${n}@example.in`}, ${n % 2 ? null : '9876543210'})`,
    )
    await db.execute(sql`insert into cakes (id, name, price_paise, category, flavours, weights, egg, stock, description, reviews, created_at)
      values (${`cake-${n}`}, ${word}, 85000, ${word}, array[${word}, '', 'NULL'], array['1'], 'Egg', 1, '', array[${word}, null], '0044-03-15 BC')`)
    await db.execute(sql`insert into audit_log (at, actor, actor_id, actor_email, action, subject, subject_id, after)
      values (now(), 'customer', ${`u${n}${word}`}, 'a@example.in', 'place-order', 'order', ${word}, ${JSON.stringify({ word, deep: [null, 1.5, { word }] })}::jsonb)`)
    await placeOrder(db, `u${n}${word}`, word)
  }
  // A number that was drawn and is nobody's is not drawn again.
  const refused = db.transaction(async (tx) => {
    await placeOrder(tx, `u0${words[0]}`, 'refused')
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  await db.execute(sql`insert into limits (key, points) values ('login', 3)`)
}

async function placeOrder(db: Database, userId: string, word: string) {
  const id = randomUUID()
  await db.execute(sql`insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state, checkout_key,
      payment_method, charged_paise, created_at)
    values (${id}, ${userId}, ${word}, 'a@example.in', '', ${word}, now(), 'awaiting_payment', ${id}, 'provider', 90000, now())`)
  await db.execute(sql`insert into order_items (id, order_id, order_number, position, name, category, flavour, wt, amount, bname, detail, customize, image, status, price_paise, unit_paise)
    values (gen_random_uuid(), ${id}, (select number from orders where id = ${id}), 0, ${word}, '', '', '1', 1, ${word}, '', false, array[${word}], 'processing', 85000, 85000)`)
}

/** Tables whose rows let somebody in for a while, and those with what its owner logs in with. */
const ended = ['sessions', 'verifications', 'used_codes', 'staff_invitations']
const kept = ['credentials', 'two_factors', 'passkeys']

async function giveKeys({ db }: OpenDatabase, user: string) {
  const later = sql`now() + interval '1 day'`
  await db.execute(
    sql`insert into sessions (id, user_id, token, expires_at) values ('s', ${user}, 'stolen', ${later})`,
  )
  await db.execute(
    sql`insert into verifications (id, identifier, value, expires_at) values ('v', 'reset-password:stolen', ${user}, ${later})`,
  )
  await db.execute(
    sql`insert into used_codes (user_id, code, used_at) values (${user}, 'stolen', now())`,
  )
  await db.execute(
    sql`insert into staff_invitations (id, email, role, invited_by, created_at, expires_at) values ('stolen', 'ravi@example.in', 'owner', ${user}, now(), ${later})`,
  )
  await db.execute(
    sql`insert into credentials (id, user_id, account_id, provider_id, password) values ('c', ${user}, ${user}, 'credential', 'kept')`,
  )
  await db.execute(
    sql`insert into two_factors (id, user_id, secret, backup_codes, verified) values ('t', ${user}, 'kept', 'kept', true)`,
  )
  await db.execute(
    sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up) values ('p', ${user}, 'kept', 'kept', 0, 'singleDevice', false)`,
  )
}

const mailJob = {
  name: 'send-mail',
  data: z.unknown(),
  retryLimit: 32,
  deadLetter: 'dead-letter-mail',
}
const jobs = [
  { name: 'dead-letter-mail', data: z.unknown(), retryLimit: 10 },
  { ...mailJob, maxPauseSeconds: 3600 },
  { name: 'sweep', data: z.unknown(), retryLimit: 0, schedule: '0 0 1 1 *' },
]

async function enqueueSome(database: OpenDatabase) {
  const queue = await openJobs(database, log)
  const [, mail, sweep] = jobs
  if (!mail || !sweep) throw new Error('no jobs')
  await queue.declare(jobs.map((job) => ({ job })))
  await queue.jobs.enqueue(database.db, mail, { mailId: words.join() })
  await queue.jobs.enqueue(database.db, mail, { mailId: 'later' }, { startAfterSeconds: 3600 })
  await queue.jobs.enqueue(database.db, sweep, {})
  await queue.close()
}

const waitingJobs = async ({ db }: OpenDatabase) =>
  (
    await db.execute(sql`select name, data, retry_limit, retry_delay_max, dead_letter, start_after > now() + interval '50 minutes' as later
      from pgboss.job where name not like '\\_\\_%' order by data::text`)
  ).rows

/** Every row of every table as text, whatever the order in which it lies. */
async function allRows(database: OpenDatabase): Promise<Record<string, string[]>> {
  return database.copying('read', async ({ tx, read }) => {
    const all: Record<string, string[]> = {}
    for (const table of await storedTables(tx)) {
      const text = Buffer.concat(await Array.fromAsync(read(table))).toString()
      all[table.name] = text.split('\n').sort()
    }
    return all
  })
}

const files = {
  'pictures/a1/640.webp': Buffer.from([0, 255, 10, 13, 92]),
  'pictures/b2/320.avif': Buffer.alloc(300_000, 7),
  empty: Buffer.alloc(0),
}

interface Side {
  database: OpenDatabase
  dataDir: string
}

async function source(database: OpenDatabase): Promise<Side> {
  const dataDir = newFolder()
  for (const [key, bytes] of Object.entries(files)) {
    await createDiskStore(join(dataDir, 'files')).put(key, bytes)
  }
  await createDiskStore(join(dataDir, 'outbox')).put(
    'order-placed-1.eml',
    Buffer.from('Subject: A'),
  )
  writeFileSync(join(dataDir, 'session-secret'), 'signs everything that is to be signed')
  return { database, dataDir }
}

const stores = (dataDir: string) => ({
  files: createDiskStore(join(dataDir, 'files')),
  outbox: createDiskStore(join(dataDir, 'outbox')),
  secretFile: join(dataDir, 'session-secret'),
})

async function backUp(
  { database, dataDir }: Side,
  migrationsFolder = shop.migrationsFolder,
): Promise<string> {
  const call = { now, say, signal: new AbortController().signal }
  const from = {
    database,
    shop: { ...shop, migrationsFolder },
    version: '1.0.0',
    encrypt: null,
    ...stores(dataDir),
  }
  return (await writeBackup(from, newFolder(), call)).path
}

const restore = (
  backup: string,
  place: Place,
  differences: Partial<ShopDatabase> = {},
): Promise<Restored> =>
  restoreBackup(backup, {
    shop: { ...shop, ...differences },
    say,
    log,
    open: opens(place),
    ...stores(place.dataDir),
  })

async function look<Result>(place: Place, use: (database: OpenDatabase) => Promise<Result>) {
  const database = await opens(place)(null)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

const here = server ? 'server' : 'embedded'
let side: Side
beforeEach(async () => {
  side = await source(await openTestDatabase())
})
afterEach(() => side.database.close())

describe('a backup', () => {
  // Each way takes a database of its own, so the crossings are tried once.
  it.each(server ? (['server', 'embedded'] as const) : (['embedded'] as const))(
    'is restored as it was, %s',
    async (to) => {
      await fill(side.database)
      await enqueueSome(side.database)
      const backup = await backUp(side)
      const place = await newPlace(to)
      expect(await restore(backup, place)).toMatchObject({ secret: 'restored' })

      await look(place, async (restored) => {
        expect(await allRows(restored)).toEqual(await allRows(side.database))
        const wanted = await waitingJobs(side.database)
        expect(await waitingJobs(restored)).toEqual(wanted.filter(({ name }) => name !== 'sweep'))
        await placeOrder(restored.db, `u0${words[0]}`, 'the next')
        const { rows } = await restored.db.execute(sql`select max(number) as last from orders`)
        expect(rows).toEqual([{ last: 1001 + words.length + 1 }])
      })
      for (const name of ['session-secret', 'outbox/order-placed-1.eml']) {
        const read = (folder: string) => readFileSync(join(folder, name))
        expect(read(place.dataDir)).toEqual(read(side.dataDir))
      }
      for (const [key, bytes] of Object.entries(files)) {
        expect(readFileSync(join(place.dataDir, 'files', key))).toEqual(bytes)
      }
    },
  )

  it('revives no session, link, code or invitation, also when the backup has them', async () => {
    await fill(side.database)
    await giveKeys(side.database, `u0${words[0]}`)
    const from = {
      database: side.database,
      version: '1.0.0',
      encrypt: null,
      ...stores(side.dataDir),
    }
    const call = { now, say, signal: new AbortController().signal }
    const outbox = createDiskStore(join(side.dataDir, 'outbox'))
    const mails = leftOut.mails.map((kind) => `${kind}-1.eml`)
    for (const name of mails) await outbox.put(name, Buffer.from('https://a.shop/join#stolen'))
    for (const without of [leftOut, { tables: new Set<string>(), mails: [] }]) {
      const source = { ...from, shop: { ...shop, leftOut: without } }
      const { path } = await writeBackup(source, newFolder(), call)
      for (const table of ended) {
        const stored = gunzipSync(readFileSync(join(path, `tables/${table}.copy.gz`))).toString()
        expect(stored.includes('stolen')).toBe(without !== leftOut)
      }
      for (const name of mails) {
        expect(existsSync(join(path, 'outbox', name))).toBe(without !== leftOut)
      }
      expect(existsSync(join(path, 'outbox/order-placed-1.eml'))).toBe(true)
      const place = await newPlace(here)
      await restore(path, place)
      const restored = await look(place, allRows)
      for (const table of ended) expect(restored[table]).toEqual([''])
      const restoredMails = readdirSync(join(place.dataDir, 'outbox'))
      expect(restoredMails.filter((name) => name.endsWith('.eml'))).toEqual(['order-placed-1.eml'])
      for (const table of kept) expect(restored[table]?.join()).toContain('kept')
    }
  })

  it('taken while orders come in holds each order with its items', async () => {
    const { database } = side
    await fill(database)
    let done = false
    let placed = 0
    const ordering = (async () => {
      while (!done) {
        await database.db.transaction((tx) => placeOrder(tx, `u0${words[0]}`, 'meanwhile'))
        placed += 1
        // The embedded database answers within one turn: others get theirs.
        await setImmediate()
      }
    })()
    const backup = await backUp(side)
    done = true
    await ordering
    expect(placed).toBeGreaterThan(0)

    const place = await newPlace(here)
    const { manifest } = await restore(backup, place)
    const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]))
    expect(rows.get('orders')).toBeGreaterThanOrEqual(words.length)
    await look(place, async ({ db }) => {
      const apart = sql`select 1 from orders full join order_items on orders.id = order_id where orders.id is null or order_id is null`
      expect((await db.execute(apart)).rows).toEqual([])
      const { rows: counted } = await db.execute(sql`select count(*)::int as orders from orders`)
      expect(counted).toEqual([{ orders: rows.get('orders') }])
    })
  })

  it('of this version is restored by the next one, then brought up to date', async () => {
    await fill(side.database)
    const backup = await backUp(side)
    const place = await newPlace(here)
    const statements = [`ALTER TABLE "users" ADD COLUMN "note" text DEFAULT 'new' NOT NULL`]
    await withNextMigration(statements, async (migrationsFolder) => {
      const { manifest } = await restore(backup, place, { migrationsFolder })
      expect(manifest.migrations).toEqual(migrationsIn(shop.migrationsFolder))
      await look(place, async ({ db }) => {
        expect(await appliedMigrations(db, migrationsFolder)).toEqual([
          ...manifest.migrations,
          nextMigration,
        ])
        const { rows } = await db.execute(sql`select name, note from users order by id`)
        expect(rows).toEqual(words.map((word) => ({ name: `${word}.`, note: 'new' })))
      })
    })
  })

  it('that fails leaves nothing that could be taken for one', async () => {
    const to = newFolder()
    const call = { now, say, signal: AbortSignal.abort(new Error('broken off')) }
    const from = {
      database: side.database,
      shop,
      version: '1.0.0',
      encrypt: null,
      ...stores(side.dataDir),
    }
    await expect(writeBackup(from, to, call)).rejects.toThrow('broken off')
    expect(readdirSync(to)).toEqual([])
  })
})

describe('nothing is restored', () => {
  const nowhere = { url: undefined, dataDir: '' }
  beforeEach(() => {
    nowhere.dataDir = newFolder()
  })

  it.each<[string, RegExp, (backup: string) => void]>([
    [
      'one byte differs',
      /damaged.*tables\/users/,
      (path) => flip(join(path, 'tables/users.copy.gz')),
    ],
    [
      'a file is missing',
      /damaged.*b2\/320/,
      (path) => rmSync(join(path, 'files/pictures/b2/320.avif')),
    ],
    [
      'what it says of itself differs',
      /damaged.*manifest/,
      (path) => flip(join(path, 'manifest.json')),
    ],
    ['the list of its files differs', /damaged/, (path) => flip(join(path, 'SHA256SUMS'))],
    [
      'the list of its files is cut short',
      /not a complete backup/,
      (path) => cut(join(path, 'SHA256SUMS')),
    ],
    [
      'it has no list of its files',
      /not a complete backup/,
      (path) => rmSync(join(path, 'SHA256SUMS')),
    ],
  ])('when %s', async (_, sentence, harm) => {
    const backup = await backUp(side)
    harm(backup)
    await expect(restore(backup, nowhere)).rejects.toThrow(sentence)
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })

  it('when it is of a version before 1.0.0, or of a newer one', async () => {
    const earlier = await withEarlierNames((folder) => backUp(side, folder))
    await expect(restore(earlier, nowhere)).rejects.toThrow(earlierSentence)
    const place = await newPlace('embedded')
    const newer = await withNextMigration(['select 1'], async (folder) => {
      const database = await opens(place)(folder)
      const path = await backUp({ database, dataDir: place.dataDir }, folder)
      await database.close()
      return path
    })
    await expect(restore(newer, nowhere)).rejects.toThrow('was made by a newer version')
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })

  it('into a database that is not empty, and that one stays as it is', async () => {
    await fill(side.database)
    const backup = await backUp(side)
    const before = await allRows(side.database)
    const open = async () => ({ ...side.database, close: async () => {} })
    const again = restoreBackup(backup, { shop, say, log, open, ...stores(nowhere.dataDir) })
    await expect(again).rejects.toThrow('is not empty. Nothing was changed')
    expect(await allRows(side.database)).toEqual(before)
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })

  it('half: what fails while it is filled can be tried again', async () => {
    await fill(side.database)
    const backup = await backUp(side)
    const place = await newPlace(here)
    const countTotals = async () => ({ orders: 1 })
    await expect(restore(backup, place, { countTotals })).rejects.toThrow('The totals differ')
    expect(await look(place, ({ db }) => isEmpty(db))).toBe(true)
    await restore(backup, place)
    expect(await look(place, ({ db }) => isEmpty(db))).toBe(false)
  })
})

function flip(file: string) {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

function cut(file: string) {
  writeFileSync(file, readFileSync(file).subarray(0, -10))
}

describe.runIf(server)('npm run db:move', () => {
  it('copies the embedded database to the server, leaves it as it is, and refuses to do it twice', async () => {
    const { dataDir } = await newPlace('embedded')
    const from = { url: undefined, dataDir }
    const embedded = await opens(from)(shop.migrationsFolder)
    await fill(embedded)
    await enqueueSome(embedded)
    const before = await allRows(embedded)
    await embedded.close()

    const place = await newPlace('server')
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: place.url })
    await moveDatabase(config, say)
    expect(await look(place, allRows)).toEqual(before)
    expect(await look(place, waitingJobs)).toHaveLength(2)
    expect(await look(from, allRows)).toEqual(before)
    await expect(moveDatabase(config, say)).rejects.toThrow('not empty')
  })
})
