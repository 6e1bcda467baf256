import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { checkoutOf, customLine } from '../support/checkout-steps.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'

let data: ReturnType<typeof temporaryFolder>
let mailServer: MailServer
/** Whether the mail server falls silent once it has a mail. */
let isSilent = false
const hasAMail = Promise.withResolvers<void>()

beforeAll(async () => {
  data = temporaryFolder()
  mailServer = await openMailServer({
    async beforeAnswer() {
      if (!isSilent) return
      hasAMail.resolve()
      await new Promise(() => {})
    },
  })
})
afterEach(endAll)
afterAll(async () => {
  await mailServer.close()
  data.remove()
})

const person = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1990-05-17',
  password: 'asha-password',
}

async function post<Answer>(url: string, path: string, body: object, token = ''): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

/** Orders a customised cake, which is placed at once, and answers the Message-ID of its mail to the customer. */
async function order(url: string, token: string): Promise<string> {
  const time = new Date(Date.now() + 3 * dayMs)
  time.setUTCHours(9, 0, 0, 0)
  const wanted = { time: time.toISOString(), order: [customLine], amount: 0 }
  const checkout = checkoutOf({ ...wanted, checkoutId: crypto.randomUUID() })
  const path = '/orders/process-payment'
  const { orderId } = await post<{ orderId: string }>(url, path, checkout, token)
  return `<order-placed-${orderId}@cakewala.test>`
}

async function keptMails() {
  const database = await openDatabase({
    url: undefined,
    dataDir: data.folder,
    migrationsFolder: 'db/migrations',
  })
  const { rows } = await database.db.execute(
    sql`select status, attempts, last_error as "lastError" from mails
        where kind = 'order-placed' order by created_at`,
  )
  await database.close()
  return rows
}

describe.skipIf(whyNot)(whyNot ?? 'a shop that is killed', () => {
  it('sends no mail again that the mail server had, and the next one once it is back', async () => {
    const settings = {
      PORT: await freePort(),
      DATA_DIR: data.folder,
      SEED: 'none',
      SMTP_URL: mailServer.url,
    }
    const server = await startServer(settings)
    await post(server.url, '/users/new', person)
    // The link that confirms their email.
    await expect.poll(() => mailServer.mails.length).toBe(1)
    mailServer.mails.length = 0
    isSilent = true
    const { token } = await post<{ token: string }>(server.url, '/users/login', person)
    await order(server.url, token)
    await hasAMail.promise
    const waiting = await order(server.url, token)
    await server.end('SIGKILL')
    mailServer.hangUp()
    expect(mailServer.mails).toEqual([])

    isSilent = false
    const heir = await startServer({ ...settings, LOG_LEVEL: 'debug' })
    const taken = () =>
      mailServer.mails.flatMap(({ messageId = '' }) =>
        messageId.includes('order-placed') ? messageId : [],
      )
    await expect.poll(taken).toEqual([waiting])
    // The other one's job comes to the new process, too, and so do those of the shop's own mails.
    const done = () => [...heir.output().matchAll(/"send-mail".*"job done"/g)].length
    await expect.poll(done).toBe(4)
    expect(await heir.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(taken()).toEqual([waiting])
    const lastError = 'Sending was interrupted. It may have arrived.'
    expect(await keptMails()).toEqual([
      { status: 'waiting', attempts: 1, lastError },
      { status: 'sent', attempts: 1, lastError: null },
    ])
  })
})
