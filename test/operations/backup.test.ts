import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config/config.server.ts'
import { leftOut, migrationsFolder, moveDatabase } from '#app/operations/commands.server.ts'
import {
  type Restored,
  restoreBackup,
  type ShopData,
  writeBackup,
} from '#platform/backup/backup.server.ts'
import { encryptionTo, makeBackupKey } from '#platform/backup/backup-folder.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { appliedMigrations, migrationsIn } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { isEmpty, storedTables } from '#platform/database/tables.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import {
  earlierSentence,
  nextMigration,
  withEarlierNames,
  withNextMigration,
} from '../support/other-versions.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { onServer } from '../support/test-databases.setup.ts'

const server = process.env.TEST_DATABASE_URL
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
  'pictures/b2/320.avif': Buffer.alloc(300_000, 'a picture of a cake '),
  empty: Buffer.alloc(0),
}

interface Side {
  database: OpenDatabase
  dataDir: string
}

async function source(database: OpenDatabase): Promise<Side> {
  const dataDir = newFolder()
  const { stores, secretFile } = dataOf(dataDir)
  for (const [key, bytes] of Object.entries(files)) await stores.files.put(key, bytes)
  await stores.outbox.put('order-placed-1.eml', Buffer.from('Subject: Your order'))
  writeFileSync(secretFile, 'signs everything that is to be signed')
  return { database, dataDir }
}

const dataOf = (dataDir: string) => ({
  migrationsFolder,
  stores: {
    files: createDiskStore(join(dataDir, 'files')),
    outbox: createDiskStore(join(dataDir, 'outbox')),
  },
  secretFile: join(dataDir, 'session-secret'),
  leftOut,
})

async function backUp(
  { database, dataDir }: Side,
  {
    publicKey,
    signal = new AbortController().signal,
    to = newFolder(),
    ...data
  }: Partial<ShopData> & { publicKey?: string; signal?: AbortSignal; to?: string } = {},
): Promise<string> {
  const encrypt = publicKey ? await encryptionTo(publicKey) : null
  const call = { to, version: '1.0.0', encrypt, now, say, signal }
  return writeBackup(database, { ...dataOf(dataDir), ...data }, call)
}

const restore = (
  backup: string,
  place: Place,
  differences: Partial<Parameters<typeof restoreBackup>[1]> = {},
): Promise<Restored> =>
  restoreBackup(backup, {
    ...dataOf(place.dataDir),
    say,
    log,
    open: opens(place),
    ...differences,
  })

async function look<Result>(place: Place, use: (database: OpenDatabase) => Promise<Result>) {
  const database = await opens(place)(null)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** That a place has what was backed up. */
async function expectSame(place: Place, { database, dataDir }: Side) {
  const restored = await look(place, async (found) => {
    expect(await waitingJobs(found)).toEqual(
      (await waitingJobs(database)).filter(({ name }) => name !== 'sweep'),
    )
    return allRows(found)
  })
  expect(restored).toEqual(await allRows(database))
  const paths = Object.keys(files).map((key) => join('files', key))
  for (const path of [...paths, 'outbox/order-placed-1.eml', 'session-secret']) {
    expect(readFileSync(join(place.dataDir, path))).toEqual(readFileSync(join(dataDir, path)))
  }
}

const filesOf = (path: string) =>
  globSync('**/*', { cwd: path }).filter((name) => statSync(join(path, name)).isFile())

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes the list of digests again, as somebody would who wants a change to go unnoticed. */
function writeSums(path: string) {
  const names = filesOf(path).filter((name) => name !== 'SHA256SUMS')
  const lines = names.map((name) => `${sumOf(join(path, name))}  ${name}\n`)
  writeFileSync(join(path, 'SHA256SUMS'), lines.join(''))
}

function flip(file: string) {
  const bytes = readFileSync(file)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(file, bytes)
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
      await side.database.db.execute(sql`delete from limits`)
      const place = await newPlace(to)
      expect(await restore(backup, place)).toMatchObject({ secret: 'restored' })
      await expectSame(place, side)
      await look(place, async ({ db }) => {
        await placeOrder(db, `u0${words[0]}`, 'the next')
        const { rows } = await db.execute(sql`select max(number) as last from orders`)
        expect(rows).toEqual([{ last: 1001 + words.length + 1 }])
      })
    },
  )

  it('of version 1.0.0 is restored, without what it should not have', async () => {
    await fill(side.database)
    const backup = await backUp(side)
    const path = join(backup, 'manifest.json')
    const { tables, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
    const sessions = { name: 'sessions', columns: ['id', 'user_id'], rows: 0 }
    const more = { totals: { orders: 8 }, waitingJobs: 0, mailsInOutbox: 1, files: { count: 3 } }
    writeFileSync(path, JSON.stringify({ ...manifest, ...more, tables: [...tables, sessions] }))
    writeFileSync(join(backup, 'tables/sessions.copy.gz'), gzipSync(''))
    writeSums(backup)
    const place = await newPlace(here)
    await restore(backup, place)
    await side.database.db.execute(sql`delete from limits`)
    await expectSame(place, side)
  })

  it('revives no session, link, code or invitation, also when the backup has them', async () => {
    await fill(side.database)
    await giveKeys(side.database, `u0${words[0]}`)
    const { outbox } = dataOf(side.dataDir).stores
    const mails = leftOut.files.map((start) => `${start}1.eml`)
    for (const name of mails) await outbox.put(name, Buffer.from('https://a.shop/join#stolen'))
    const left = [
      ...ended.map((name) => `tables/${name}.copy.gz`),
      ...mails.map((name) => `outbox/${name}`),
    ]
    const leftIn = (backup: string) => filesOf(backup).filter((name) => left.includes(name))
    expect(leftIn(await backUp(side))).toEqual([])

    const backup = await backUp(side, { leftOut: { tables: new Set(), files: [] } })
    expect(leftIn(backup).sort()).toEqual(left.sort())
    const place = await newPlace(here)
    await restore(backup, place)
    const restored = await look(place, allRows)
    for (const table of ended) expect(restored[table]).toEqual([''])
    const restoredMails = readdirSync(join(place.dataDir, 'outbox'))
    expect(restoredMails.filter((name) => name.endsWith('.eml'))).toEqual(['order-placed-1.eml'])
    for (const table of kept) expect(restored[table]?.join()).toContain('kept')
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
    await withNextMigration(statements, async (next) => {
      const { manifest } = await restore(backup, place, { migrationsFolder: next })
      expect(manifest.migrations).toEqual(migrationsIn(migrationsFolder))
      await look(place, async ({ db }) => {
        expect(await appliedMigrations(db, next)).toEqual([...manifest.migrations, nextMigration])
        const { rows } = await db.execute(sql`select name, note from users order by id`)
        expect(rows).toEqual(words.map((word) => ({ name: `${word}.`, note: 'new' })))
      })
    })
  })

  it('that fails leaves nothing that could be taken for one', async () => {
    const to = newFolder()
    const signal = AbortSignal.abort(new Error('broken off'))
    await expect(backUp(side, { to, signal })).rejects.toThrow('broken off')
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
      /damaged.*tables\/orders\./,
      (path) => flip(join(path, 'tables/orders.copy.gz')),
    ],
    [
      'a file is missing',
      /damaged.*b2\/320/,
      (path) => rmSync(join(path, 'files/pictures/b2/320.avif')),
    ],
    [
      'the list of its files is cut short',
      /not a complete backup/,
      (path) => truncateSync(join(path, 'SHA256SUMS'), 200),
    ],
    [
      'it has no list of its files',
      /not a complete backup/,
      (path) => rmSync(join(path, 'SHA256SUMS')),
    ],
  ])('when %s', async (_, sentence, harm) => {
    await fill(side.database)
    const backup = await backUp(side)
    harm(backup)
    await expect(restore(backup, nowhere)).rejects.toThrow(sentence)
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })

  it('when it is of a version before 1.0.0, or of a newer one', async () => {
    const earlier = await withEarlierNames((names) => backUp(side, { migrationsFolder: names }))
    await expect(restore(earlier, nowhere)).rejects.toThrow(earlierSentence)
    const place = await newPlace('embedded')
    const newer = await withNextMigration(['select 1'], async (next) => {
      const database = await opens(place)(next)
      const path = await backUp({ database, dataDir: place.dataDir }, { migrationsFolder: next })
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
    await expect(restore(backup, nowhere, { open })).rejects.toThrow(
      'is not empty. Nothing was changed',
    )
    expect(await allRows(side.database)).toEqual(before)
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })

  it('half: what fails while it is filled can be tried again', async () => {
    await fill(side.database)
    const backup = await backUp(side)
    const manifest = join(backup, 'manifest.json')
    const written = readFileSync(manifest, 'utf8')
    const { tables, ...others } = JSON.parse(written)
    const more = tables.map((table: { rows: number }) => ({ ...table, rows: table.rows + 1 }))
    writeFileSync(
      manifest,
      JSON.stringify({ ...others, tables: [...tables.slice(0, -1), more.at(-1)] }),
    )
    writeSums(backup)
    const place = await newPlace(here)
    await expect(restore(backup, place)).rejects.toThrow('Nothing was stored')
    expect(await look(place, ({ db }) => isEmpty(db))).toBe(true)
    writeFileSync(manifest, written)
    writeSums(backup)
    await restore(backup, place)
    expect(await look(place, ({ db }) => isEmpty(db))).toBe(false)
  })
})

describe('an encrypted backup', () => {
  let key: Awaited<ReturnType<typeof newKey>>
  /** Two backups to the same key, the second with other words. */
  let backup: string
  let other: string
  let original: Side
  beforeAll(async () => {
    key = await newKey()
    original = await source(await openTestDatabase())
    await fill(original.database)
    backup = await backUp(original, key)
    await placeOrder(original.database.db, `u0${words[0]}`, 'later')
    other = await backUp(original, key)
  })
  afterAll(() => original.database.close())

  async function newKey() {
    const { publicKey, file: text } = await makeBackupKey(new Date())
    const keyFile = newFolder()
    writeFileSync(keyFile, text)
    return { publicKey, keyFile, text }
  }

  it('has nothing that can be read, but the names and sizes of files, and is checked without the key', () => {
    const names = filesOf(backup)
    expect(names.filter((name) => !name.endsWith('.age'))).toEqual(['SHA256SUMS'])
    for (const name of names) {
      const bytes = readFileSync(join(backup, name))
      for (const text of ['example.in', 'a picture of a cake', 'Subject:', 'signs everything']) {
        expect(bytes.includes(text)).toBe(false)
      }
    }
    const lines = readFileSync(join(backup, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(names.length - 1)
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ')
      expect(sumOf(join(backup, name))).toBe(sum)
    }
  })

  it('is restored by the key as it was', async () => {
    const place = await newPlace(here)
    await restore(other, place, key)
    await original.database.db.execute(sql`delete from limits`)
    await expectSame(place, original)
  })

  async function expectRefused(path: string, keyFile: string | undefined, sentence: RegExp) {
    const place = { url: undefined, dataDir: newFolder() }
    const failure = await restore(path, place, { keyFile }).catch((error: Error) => error)
    const message = expect.stringMatching(sentence)
    expect(failure).toMatchObject({ name: 'StartupError', message })
    expect(String(failure)).not.toMatch(/AGE-SECRET-KEY-1/)
    expect(existsSync(place.dataDir)).toBe(false)
  }

  it('is not restored without the key, with another, or with half of it', async () => {
    await expectRefused(backup, undefined, /is encrypted.*--key/)
    await expectRefused(backup, (await newKey()).keyFile, /does not open the backup/)
    const half = newFolder()
    writeFileSync(half, key.text.slice(0, -20))
    await expectRefused(backup, half, /is not the file of a key/)
  })

  const orders = 'tables/orders.copy.gz.age'
  const picture = 'files/pictures/b2/320.avif.age'

  it.each<[string, RegExp, (path: string) => void]>([
    ['is changed', /damaged.*orders/, (path) => flip(join(path, orders))],
    [
      'is cut between two chunks',
      /damaged.*320/,
      (path) => {
        const header = readFileSync(join(path, picture)).indexOf('\n--- ') + 49
        truncateSync(join(path, picture), header + 16 + 2 * (64 * 1024 + 16))
      },
    ],
    [
      'is of another backup',
      /damaged.*orders/,
      (path) => cpSync(join(other, orders), join(path, orders)),
    ],
    ['is gone', /damaged.*320/, (path) => rmSync(join(path, picture))],
  ])('is not restored when a file %s, also if the open list says so', async (_, sentence, harm) => {
    const harmed = newFolder()
    cpSync(backup, harmed, { recursive: true })
    harm(harmed)
    await expectRefused(harmed, key.keyFile, sentence)
    writeSums(harmed)
    await expectRefused(harmed, key.keyFile, sentence)
  })
})

describe.runIf(server)('npm run db:move', () => {
  it('copies the embedded database to the server, leaves it as it is, and refuses to do it twice', async () => {
    const { dataDir } = await newPlace('embedded')
    const from = { url: undefined, dataDir }
    const embedded = await opens(from)(migrationsFolder)
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
