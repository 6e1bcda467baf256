import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptionTo, makeBackupKey } from '#platform/backup/encryption.server.ts'
import { restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { writeBackup } from '#platform/backup/write-backup.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { createLog } from '#platform/log.server.ts'
import { shopTotals } from '#shop/consistency/consistency.store.server.ts'
import { openTestDatabase } from '../support/test-database.ts'

const shop = {
  migrationsFolder: 'db/migrations',
  countTotals: shopTotals,
  leftOut: { tables: new Set<string>(), mails: [] },
}
const picture = Buffer.alloc(300_000, 'a picture of a cake ')
const texts = ['asha@example.in', 'a picture of a cake', 'Subject: Your order', 'signs everything']

let root: string
let key: Awaited<ReturnType<typeof newKey>>
/** Two backups to the same key, the second with other words. */
let backup: string
let other: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cakewala-encrypted-'))
  key = await newKey()
  backup = await backUpShopOf('Asha Rao')
  other = await backUpShopOf('Mallory')
})
afterAll(() => rmSync(root, { recursive: true }))

const newFolder = () => join(root, randomUUID())

async function newKey() {
  const { publicKey, file: text } = await makeBackupKey(new Date())
  const file = newFolder()
  writeFileSync(file, text)
  return { publicKey, file, text }
}

const stores = (dataDir: string) => ({
  files: createDiskStore(join(dataDir, 'files')),
  outbox: createDiskStore(join(dataDir, 'outbox')),
  secretFile: join(dataDir, 'session-secret'),
})

async function backUpShopOf(name: string): Promise<string> {
  const database = await openTestDatabase()
  await database.db.execute(
    sql`insert into users (id, name, email) values ('asha', ${name}, 'asha@example.in')`,
  )
  const from = stores(newFolder())
  await from.files.put('pictures/a1/640.webp', picture)
  await from.outbox.put('order-placed-1.eml', Buffer.from(`Subject: Your order, ${name}`))
  writeFileSync(from.secretFile, 'signs everything that is to be signed')
  const encrypt = await encryptionTo(key.publicKey)
  const call = { now: new Date(), say() {}, signal: new AbortController().signal }
  const { path } = await writeBackup(
    { database, shop, version: '1.0.0', encrypt, ...from },
    newFolder(),
    call,
  )
  await database.close()
  return path
}

/** Restores into an empty database, which the caller closes. */
async function restore(path: string, keyFile: string | undefined, dataDir = newFolder()) {
  const database = await openTestDatabase()
  const open = async (): Promise<OpenDatabase> => ({ ...database, close: async () => {} })
  const target = { shop, open, keyFile, say() {}, log: createLog('silent'), ...stores(dataDir) }
  const done = restoreBackup(path, target)
  return { done, database, dataDir }
}

const filesOf = (path: string) =>
  globSync('**/*', { cwd: path }).filter((name) => statSync(join(path, name)).isFile())

describe('an encrypted backup', () => {
  it('has nothing that can be read, but the names and sizes of files', () => {
    const names = filesOf(backup)
    expect(names.filter((name) => !name.endsWith('.age'))).toEqual(['SHA256SUMS'])
    for (const name of names) {
      const bytes = readFileSync(join(backup, name))
      for (const text of texts) expect(bytes.includes(text)).toBe(false)
    }
  })

  it('can be checked without the key, as any backup', () => {
    const lines = readFileSync(join(backup, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(filesOf(backup).length - 1)
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ')
      expect(sumOf(join(backup, name))).toBe(sum)
    }
  })

  it('is restored by the key as it was', async () => {
    const { done, database, dataDir } = await restore(backup, key.file)
    await expect(done).resolves.toMatchObject({ secret: 'restored' })
    const { rows } = await database.db.execute(sql`select name from users`)
    expect(rows).toEqual([{ name: 'Asha Rao' }])
    expect(readFileSync(join(dataDir, 'files/pictures/a1/640.webp')).equals(picture)).toBe(true)
    expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toContain('signs everything')
    expect(readFileSync(join(dataDir, 'outbox/order-placed-1.eml'), 'utf8')).toContain('Asha')
    await database.close()
  })
})

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes the open list of digests again, as somebody would who wants a change to go unnoticed. */
function hideChange(path: string) {
  const names = filesOf(path).filter((name) => name !== 'SHA256SUMS')
  const lines = names.map((name) => `${sumOf(join(path, name))}  ${name}\n`)
  writeFileSync(join(path, 'SHA256SUMS'), lines.join(''))
}

function flip(file: string) {
  const bytes = readFileSync(file)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const users = 'tables/users.copy.gz.age'
const pictureFile = 'files/pictures/a1/640.webp.age'

describe('nothing is restored', () => {
  async function expectRefused(path: string, keyFile: string | undefined, sentence: RegExp) {
    const { done, database, dataDir } = await restore(path, keyFile)
    const failure = await done.catch((error: Error) => error)
    expect(failure).toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(sentence),
    })
    expect(String(failure)).not.toMatch(/AGE-SECRET-KEY-1/)
    expect(existsSync(dataDir)).toBe(false)
    expect((await database.db.execute(sql`select 1 from users`)).rows).toEqual([])
    await database.close()
  }

  it('without the key', () => expectRefused(backup, undefined, /is encrypted.*--key/))

  it('with another key', async () =>
    expectRefused(backup, (await newKey()).file, /does not open the backup/))

  it('with half a key', async () => {
    const half = newFolder()
    writeFileSync(half, key.text.slice(0, -20))
    await expectRefused(backup, half, /is not the file of a key/)
  })

  it.each<[string, RegExp, (path: string) => void]>([
    ['a file is changed', /damaged.*users/, (path) => flip(join(path, users))],
    ['a file is cut', /damaged.*640/, (path) => truncateSync(join(path, pictureFile), 100_000)],
    [
      'a file is cut between two chunks, and the open list has its digest',
      /damaged.*640/,
      (path) => {
        const header = readFileSync(join(path, pictureFile)).indexOf('\n--- ') + 49
        truncateSync(join(path, pictureFile), header + 16 + 2 * (64 * 1024 + 16))
        hideChange(path)
      },
    ],
    [
      'a file is changed, and the open list has its digest',
      /damaged.*users/,
      (path) => {
        flip(join(path, users))
        hideChange(path)
      },
    ],
    [
      'a file is of another backup, and the open list has its digest',
      /damaged.*users/,
      (path) => {
        cpSync(join(other, users), join(path, users))
        hideChange(path)
      },
    ],
    [
      'a file is gone, also from the open list',
      /damaged.*640/,
      (path) => {
        rmSync(join(path, pictureFile))
        hideChange(path)
      },
    ],
    [
      'the encrypted list is cut',
      /does not open/,
      (path) => {
        truncateSync(join(path, 'SHA256SUMS.age'), 300)
        hideChange(path)
      },
    ],
  ])('when %s', async (_, sentence, harm) => {
    const harmed = newFolder()
    cpSync(backup, harmed, { recursive: true })
    harm(harmed)
    await expectRefused(harmed, key.file, sentence)
  })
})
