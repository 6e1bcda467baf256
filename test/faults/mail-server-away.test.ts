import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailKinds } from '#app/jobs.server.ts'
import { minuteMs } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { createSmtpMailer } from '#platform/mail/mailer.server.ts'
import { checkConsistency, reportLines } from '#shop/consistency/check-consistency.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { buy, customLine } from '../support/checkout-steps.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let database: OpenDatabase
let shop: TestShop
let mailServer: MailServer
let door: CutOffProxy
let boss: PgBoss
beforeEach(async () => {
  database = await openTestDatabase()
  shop = await openTestShop({ database })
  mailServer = await openMailServer()
  door = await openCutOffProxy(mailServer.url)
  boss = new PgBoss({ db: database.queue, supervise: false, schedule: false })
  await boss.start()
})
afterEach(async () => {
  await boss.stop({ graceful: false })
  await shop.close()
  await door.close()
  await mailServer.close()
})

/** A minute goes by, for the shop and for the pauses of its queue; then every mail that is due is tried once. */
async function liveAMinute() {
  shop.wait(minuteMs)
  await shop.context.db.execute(sql`
    update pgboss.job set start_after = start_after - interval '1 minute'
    where name in ('send-mail', 'dead-letter-mail') and state in ('created', 'retry')`)
  const mailer = createSmtpMailer(door.url, 'Cakewala <shop@cakewala.test>')
  for (const { job, run } of mailHandlers({ ...shop.context, mailer }, mailKinds)) {
    for (const { id, data } of await boss.fetch(job.name, { batchSize: 100 })) {
      await run(data).then(
        () => boss.complete(job.name, id),
        () => boss.fail(job.name, id),
      )
    }
  }
}

const mails = async () =>
  (
    await shop.context.db.execute(
      sql`select id, status, attempts, last_error from mails order by id`,
    )
  ).rows

const waiting = async () => (await mails()).filter(({ status }) => status === 'waiting')

describe('a mail server that is away for an hour', () => {
  it('has every mail afterwards, once', async () => {
    await shop.addCake()
    const { token, email } = await shop.customer()
    // No account has more than five open requests.
    const others = [await shop.customer('ravi@example.in'), await shop.customer('meena@example.in')]
    await door.cut()
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 10 === 0) {
        const checkoutId = crypto.randomUUID()
        const { orderId } = await buy(shop, token, { checkoutId })
        const other = others[minute % 20 === 0 ? 0 : 1]?.token ?? ''
        await buy(shop, other, { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })
        if (minute === 30) await shop.post('/orders/cancelOrders', { email, orderId }, token)
      }
      await liveAMinute()
    }
    expect(mailServer.mails).toEqual([])
    // Of the order that was cancelled at once there is nothing to tell but that.
    const all = (await mails()).map(({ id }) => id)
    expect(await waiting()).toHaveLength(all.length)
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ last_error: expect.stringMatching(/^The mail server/) }),
    )

    await door.mend()
    for (let minute = 0; minute < 60 && (await waiting()).length > 0; minute += 1)
      await liveAMinute()
    expect(await waiting()).toEqual([])
    const taken = mailServer.mails.map(({ messageId }) => messageId).sort()
    expect(taken).toEqual(all.map((id) => `<${id}@cakewala.test>`))
    const files = createDiskStore('no-files-here')
    const what = { withFiles: false, providerDays: 30 }
    expect(reportLines(await checkConsistency({ ...shop.context, files }, what))).toEqual([
      expect.stringMatching(/^Consistent: 12 orders, /),
    ])
  })
})
