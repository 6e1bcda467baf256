import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createSmtpMailer } from '#platform/mail/mailer.server.ts'
import { type MailServer, openMailServer, smtpError } from '../../../test/support/mail-server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type MailKind, type MailKinds, queueMail } from './mail-kind.server.ts'
import { mails } from './mails.tables.server.ts'
import { mailHandlers, purgeMails } from './send-mail.job.server.ts'

interface Note {
  note: string
}

const noteMail: MailKind<Note> = (_, { note }) => {
  if (note === 'over') return null
  if (note === 'broken') throw new Error('secret words')
  const said = { subject: note, preview: note, parts: [note] }
  return { to: 'asha@example.in', ...said }
}
noteMail.expiresAfterMs = 60_000

const rumourMail: MailKind<Note> = (_, { note }) => ({
  to: 'Asha@Example.in',
  subject: note,
  preview: note,
  parts: [note],
  isUnsolicited: !note.startsWith('expected'),
})

const kinds = { note: noteMail, rumour: rumourMail, other: rumourMail }

/** Queues a mail of a kind that only this test has. */
function queueNote(jobs: Jobs, tx: Database, note: string, name: keyof typeof kinds = 'note') {
  const data = { note } as never
  return queueMail({ jobs, clock } as AppContext, tx, name as keyof MailKinds, note, data)
}

const shop = { name: 'Cakewala', publicUrl: 'http://localhost:3000' }
const now = new Date('2026-11-20T04:30:00Z')
const clock = { now: () => now }
const log = createLog('silent')
const from = 'Cakewala <shop@cakewala.test>'

let database: OpenDatabase
let server: MailServer
let queues: JobsQueue[]
/** What the mail server does with a recipient, or with the content. */
let answer: Pick<SMTPServerOptions, 'onRcptTo'>

beforeAll(async () => {
  server = await openMailServer({
    onRcptTo: (to, session, done) =>
      answer.onRcptTo ? answer.onRcptTo(to, session, done) : done(),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  answer = {}
  server.mails.length = 0
  database = await openTestDatabase()
  queues = []
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  await database.close()
})

const handlers = () => {
  const mailer = createSmtpMailer(server.url, from)
  const context = { db: database.db, clock, log, mailer, shop } as AppContext
  return mailHandlers(context, kinds)
}

async function openQueue() {
  const queue = await openJobs(database, log, { pollSeconds: 1 })
  queues.push(queue)
  return queue
}

/** A queue whose jobs are declared; `work` begins to send. */
async function openMails() {
  const queue = await openQueue()
  await queue.declare(handlers())
  return {
    ...queue,
    add: (note: string) => database.db.transaction((tx) => queueNote(queue.jobs, tx, note)),
    send: () => queue.work(handlers()),
  }
}

const rows = async () => database.db.select().from(mails)
const jobs = async () => {
  const { rows: found } = await database.db.execute(
    sql`select name, state from pgboss.job order by name, created_on`,
  )
  return found.map(({ name, state }) => `${name} ${state}`)
}
const soon = { timeout: 15_000, interval: 50 }
const becomes = (row: object) =>
  vi.waitFor(async () => expect(await rows()).toMatchObject([row]), soon)

/** Ends the pause before the next try, which becomes the last one if it is to. */
const tryAgain = (isLast = false) =>
  vi.waitFor(async () => {
    const { rows: waiting } = await database.db.execute(sql`
      update pgboss.job set start_after = now(),
        retry_count = case when ${isLast} then retry_limit - 1 else retry_count end
      where name = 'send-mail' and state = 'retry' returning id`)
    expect(waiting).toHaveLength(1)
  }, soon)

test('an event has one mail, however often it is queued, and none if it is rolled back', async () => {
  const queue = await openMails()
  await queue.add('one')
  await queue.add('one')
  const rolledBack = database.db.transaction(async (tx) => {
    await queueNote(queue.jobs, tx, 'two')
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await jobs()).toEqual(['send-mail created'])
  await queue.send()
  await becomes({
    status: 'sent',
    attempts: 1,
    sentAt: now,
    lastError: null,
    recipient: 'asha@example.in',
  })
  expect(server.mails).toMatchObject([{ messageId: '<note-one@cakewala.test>', subject: 'one' }])
})

test('two workers send each mail once', async () => {
  const first = await openMails()
  const second = await openMails()
  const notes = Array.from({ length: 25 }, (_, n) => `n${n}`)
  for (const note of notes) await first.add(note)
  await Promise.all([first.send(), second.send()])
  await vi.waitFor(async () => {
    expect((await rows()).map(({ status }) => status)).toEqual(notes.map(() => 'sent'))
  }, soon)
  expect(server.mails.map(({ subject }) => subject).sort()).toEqual([...notes].sort())
})

test('senders at the same moment do not pass the limit of unsolicited mails together', async () => {
  const { jobs: queue } = await openMails()
  const notes = Array.from({ length: 25 }, (_, n) => (n < 5 ? `expected ${n}` : `unsolicited ${n}`))
  for (const note of notes) {
    await database.db.transaction((tx) => queueNote(queue, tx, note, 'rumour'))
  }
  const send = handlers().find(({ job }) => job.name === 'send-mail')
  await Promise.all(notes.map((note) => send?.run({ mailId: `rumour-${note}` })))
  const unsolicited = server.mails.filter(({ subject }) => subject?.startsWith('unsolicited'))
  expect([server.mails.length, unsolicited.length]).toEqual([10, 5])
  const held = (await rows()).filter(({ status }) => status === 'held_back')
  expect(held).toHaveLength(15)
  expect(held[0]?.lastError).toMatch(/^This address was sent too many emails/)

  // A flood of one kind holds back no other.
  const note = 'unsolicited of another kind'
  await database.db.transaction((tx) => queueNote(queue, tx, note, 'other'))
  await send?.run({ mailId: `other-${note}` })
  expect(server.mails.at(-1)?.subject).toBe(note)
})

test('a mail that fails temporarily is retried with the same Message-ID', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(451, '4.7.1 greylisted')) }
  const queue = await openMails()
  await queue.add('late')
  await queue.send()
  const lastError = 'The mail server said: 451 4.7.1 greylisted'
  await becomes({ status: 'waiting', attempts: 1, lastError, subject: 'late' })
  answer = {}
  await tryAgain()
  await becomes({ status: 'sent', attempts: 2, lastError: null })
  expect(server.mails).toMatchObject([{ messageId: '<note-late@cakewala.test>' }])
})

test('a mail that the server rejects permanently is not retried', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(550, '5.1.1 nobody of that name')) }
  const queue = await openMails()
  await queue.add('refused')
  await queue.send()
  const lastError = 'The mail server rejected it: 550 5.1.1 nobody of that name'
  await becomes({ status: 'dead_letter', attempts: 1, lastError, sentAt: null })
  await vi.waitFor(async () => expect(await jobs()).toEqual(['send-mail completed']), soon)
})

test('after the last attempt a mail is a dead letter, with the last error', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(452, 'full')) }
  const queue = await openMails()
  await queue.add('full')
  await queue.send()
  await tryAgain(true)
  await becomes({ status: 'dead_letter', attempts: 2, lastError: 'The mail server said: 452 full' })
  expect(server.mails).toEqual([])
})

test('a process that dies with the last attempt leaves a dead-letter mail, not a lost one', async () => {
  const queue = await openMails()
  await queue.add('lost')
  await database.db.execute(sql`update pgboss.job set retry_limit = 0 where name = 'send-mail'`)
  const dying = new PgBoss({
    db: database.queue,
    supervise: false,
    schedule: false,
  })
  await dying.start()
  expect(await dying.fetch('send-mail')).toHaveLength(1)
  await database.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`)
  await dying.supervise('send-mail')
  await dying.stop({ graceful: false })
  expect(await jobs()).toEqual(['dead-letter-mail created', 'send-mail failed'])
  await queue.send()
  await becomes({ status: 'dead_letter', attempts: 0, lastError: 'Sending failed too often.' })
})

test('a mail with nothing left to say is deleted', async () => {
  const queue = await openMails()
  await queue.add('over')
  await queue.send()
  await vi.waitFor(async () => expect(await rows()).toEqual([]), soon)
  expect(server.mails).toEqual([])
})

test('a mail that is too old to be sent is a dead letter', async () => {
  const queue = await openMails()
  await queue.add('old')
  await database.db.update(mails).set({ createdAt: new Date(now.getTime() - 60_001) })
  await queue.send()
  const lastError = 'It is too old to be sent. The customer can request a new one.'
  await becomes({ status: 'dead_letter', attempts: 1, lastError })
  expect(server.mails).toEqual([])
})

test('an error of the shop itself is stored without its message, which may hold personal data', async () => {
  const queue = await openMails()
  await queue.add('broken')
  await queue.send()
  const lastError = 'Something went wrong in the shop. The log has the details.'
  await becomes({ status: 'waiting', attempts: 1, lastError, recipient: null })
})

test('old mails are deleted with their files, batch by batch, unless they wait', async () => {
  const gone = new Set<string>()
  const outbox = {
    put: async () => {},
    get: async () => null,
    remove: async (key: string) => void gone.add(key),
  }
  const before = new Date(now.getTime() - 1000)
  const long = new Date(before.getTime() - 1)
  const mail = (id: string, createdAt: Date) => ({ id, kind: 'note', data: {}, createdAt })
  const old = Array.from({ length: 230 }, (_, n) => ({
    ...mail(`old-${n}`, long),
    status: 'sent' as const,
    sentAt: long,
  }))
  const dead = { status: 'dead_letter', lastError: 'refused' } as const
  await database.db
    .insert(mails)
    .values([
      ...old,
      { ...mail('sent', long), status: 'sent', sentAt: before },
      { ...mail('dead', before), ...dead },
      { ...mail('long-dead', long), ...dead },
      mail('waits', long),
    ])
  await purgeMails({ db: database.db, outbox }, before)
  expect((await rows()).map(({ id }) => id).sort()).toEqual(['dead', 'sent', 'waits'])
  expect(gone).toEqual(new Set([...old.map(({ id }) => `${id}.eml`), 'long-dead.eml']))
})
