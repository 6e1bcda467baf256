import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let admin: { token: string }

beforeEach(async () => {
  shop = await openTestShop({ limits: { attempts: 2 } })
  await shop.addCake()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const run = promisify(execFile)
const hasUnzip = await run('unzip', ['-v']).then(
  () => true,
  () => false,
)

const papersOf = (month: string, { token } = admin) =>
  shop.api.request(`/money/papers?month=${month}`, {
    headers: { authorization: `Bearer ${token}` },
  })

/** What `unzip` makes of a file: it also compares the sums. */
async function unzipped(response: Response) {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'))
  try {
    await writeFile(join(folder, 'papers.zip'), await response.bytes())
    await run('unzip', ['-q', 'papers.zip', '-d', 'papers'], { cwd: folder })
    const names = (await readdir(join(folder, 'papers'))).sort()
    const files = names.map((name) => readFile(join(folder, 'papers', name), 'latin1'))
    return { names, files: await Promise.all(files) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

it.runIf(hasUnzip)('all papers of a month are in one file, a PDF each', async () => {
  const asha = await shop.customer()
  const { orderId } = await buy(shop, asha.token)
  const back = { orderId, amount: 300, reason: 'Late', key: crypto.randomUUID() }
  await shop.post('/orders/refund', back, admin.token)
  const accountant = await shop.staff('accountant')
  const response = await papersOf('2026-11', accountant)
  expect(response.headers.get('content-disposition')).toContain('papers-2026-11.zip')
  const { names, files } = await unzipped(response)
  expect(names).toEqual(['CN-26-27-0000001.pdf', 'CW-26-27-0000001.pdf'])
  expect(files.map((file) => file.slice(0, 8))).toEqual(['%PDF-1.7', '%PDF-1.7'])
  expect(files[1]).toContain('CW/26-27/0000001')
  const [entry] = await listAuditLog(shop.context.db, { subject: 'money', limit: 1 })
  expect(entry).toMatchObject({
    ...{ action: 'export-papers', subjectId: '2026-11', actorRole: 'accountant' },
    after: { month: '2026-11', papers: 2 },
  })
})

it('a month without papers has no file', async () => {
  expect((await papersOf('2026-10')).status).toBe(404)
})

it('a reader who leaves ends the drawing, and one may not come too often', async () => {
  const asha = await shop.customer()
  await buy(shop, asha.token)
  await (await papersOf('2026-11')).body?.cancel()
  await (await papersOf('2026-11')).body?.cancel()
  expect((await papersOf('2026-11')).status).toBe(429)
})
