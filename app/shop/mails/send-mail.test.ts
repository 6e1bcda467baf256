import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import { hourMs } from '#platform/clock.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createSmtpMailer, smtpTimeouts } from '#platform/mail/mailer.server.ts'
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
const openingTime = new Date('2026-11-20T04:30:00Z')
let now = openingTime
const clock = { now: () => now }
const log = createLog('silent')
const from = 'Cakewala <shop@cakewala.test>'

let database: OpenDatabase
let server: MailServer
let queues: JobsQueue[]
/** What the mail server does with a recipient, or with the content. */
let answer: Pick<SMTPServerOptions, 'onRcptTo'> & {
  /** When it answers to the content. */
  until?: Promise<void>
}
/** How often it got the content of a mail, taken or not. */
let contents: number
/** How long it is waited for, in ms. */
let socketTimeout: number

beforeAll(async () => {
  server = await openMailServer({
    onRcptTo: (to, session, done) =>
      answer.onRcptTo ? answer.onRcptTo(to, session, done) : done(),
    async beforeAnswer() {
      contents += 1
      await answer.until
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = openingTime
  answer = {}
  contents = 0
  socketTimeout = smtpTimeouts.socketTimeout
  server.mails.length = 0
  database = await openTestDatabase()
  queues = []
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  await database.close()
})

const handlers = ({ jobs }: JobsQueue) => {
  const timeouts = { ...smtpTimeouts, socketTimeout }
  const mailer = createSmtpMailer(server.url, from, { timeouts })
  const context = { db: database.db, clock, jobs, log, mailer, shop } as AppContext
  return mailHandlers(context, kinds)
}

async function openQueue() {
  const queue = await openJobs(database, log, { pollSeconds: 1 })
  queues.push(queue)
  return queue
}

/** A queue whose jobs are declared; `send` begins to send, `attempt` is what a job does. */
async function openMails() {
  const queue = await openQueue()
  await queue.declare(handlers(queue))
  const attempt = handlers(queue).find(({ job }) => job.name === 'send-mail')
  return {
    ...queue,
    add: (note: string, name?: keyof typeof kinds) =>
      database.db.transaction((tx) => queueNote(queue.jobs, tx, note, name)),
    send: () => queue.work(handlers(queue)),
    attempt: async (mailId: string) => attempt?.run({ mailId }),
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
  const { jobs: queue, attempt } = await openMails()
  const notes = Array.from({ length: 25 }, (_, n) => (n < 5 ? `expected ${n}` : `unsolicited ${n}`))
  for (const note of notes) {
    await database.db.transaction((tx) => queueNote(queue, tx, note, 'rumour'))
  }
  await Promise.all(notes.map((note) => attempt(`rumour-${note}`)))
  const unsolicited = server.mails.filter(({ subject }) => subject?.startsWith('unsolicited'))
  expect([server.mails.length, unsolicited.length]).toEqual([10, 5])
  const held = (await rows()).filter(({ status }) => status === 'held_back')
  expect(held).toHaveLength(15)
  expect(held[0]?.lastError).toMatch(/^This address was sent too many emails/)

  // A flood of one kind holds back no other.
  const note = 'unsolicited of another kind'
  await database.db.transaction((tx) => queueNote(queue, tx, note, 'other'))
  await attempt(`other-${note}`)
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

const unanswered = 'The mail server did not respond in time. It may have arrived.'
const interrupted = 'Sending was interrupted. It may have arrived.'

test('a mail that the server has and does not answer for waits six hours, then goes out again', async () => {
  answer = { until: new Promise(() => {}) }
  socketTimeout = 400
  const queue = await openMails()
  await queue.add('unanswered', 'other')
  await queue.send()
  const waits = { status: 'waiting', attempts: 1, lastError: unanswered, unconfirmedAt: now }
  await becomes(waits)
  await tryAgain()
  await vi.waitFor(
    async () => expect(await jobs()).toEqual(['send-mail completed', 'send-mail created']),
    soon,
  )
  const { rows: later } = await database.db.execute(
    sql`select round(extract(epoch from start_after - created_on) / 60) as minutes
      from pgboss.job where state = 'created'`,
  )
  expect(later).toEqual([{ minutes: '360' }])
  await becomes(waits)
  expect(contents).toBe(1)

  answer = {}
  now = new Date(now.getTime() + 6 * hourMs)
  await database.db.execute(sql`update pgboss.job set start_after = now() where state = 'created'`)
  await becomes({ status: 'sent', attempts: 2, lastError: null, unconfirmedAt: null })
  expect(contents).toBe(2)
})

test('a day after its event it is a dead letter, and no more is sent by itself', async () => {
  answer = { until: new Promise(() => {}) }
  socketTimeout = 400
  const queue = await openMails()
  await queue.add('old', 'other')
  now = new Date(now.getTime() + 24 * hourMs)
  await queue.send()
  await becomes({ status: 'dead_letter', attempts: 1, lastError: unanswered })
  await vi.waitFor(async () => expect(await jobs()).toEqual(['send-mail completed']), soon)
  expect(contents).toBe(1)
})

test('a second attempt sends nothing while the first one waits for the answer', async () => {
  const { promise: until, resolve: answers } = Promise.withResolvers<void>()
  answer = { until }
  const queue = await openMails()
  await queue.add('slow')
  const first = queue.attempt('note-slow')
  await vi.waitFor(() => expect(contents).toBe(1), soon)
  // As after a failover: the queue has missed the heartbeats of the first one's process.
  await queue.attempt('note-slow')
  await becomes({ status: 'waiting', lastError: interrupted })
  answers()
  await first
  await becomes({ status: 'sent', lastError: null, unconfirmedAt: null })
  expect(contents).toBe(1)
})

test('a mail that waits for its answer holds up no other', async () => {
  const { promise: until, resolve: answers } = Promise.withResolvers<void>()
  answer = { until }
  const queue = await openMails()
  await queue.add('slow', 'other')
  await queue.send()
  await vi.waitFor(() => expect(contents).toBe(1), soon)
  answer = {}
  await queue.add('quick', 'other')
  const taken = () => server.mails.map(({ subject }) => subject)
  await vi.waitFor(() => expect(taken()).toEqual(['quick']), soon)
  answers()
  await vi.waitFor(() => expect(taken()).toEqual(['quick', 'slow']), soon)
})

test('of two attempts at the same moment one sends', async () => {
  const { promise: both, resolve: goOn } = Promise.withResolvers<void>()
  let connected = 0
  answer = {
    async onRcptTo(_to, _who, done) {
      connected += 1
      if (connected === 2) goOn()
      await both
      done()
    },
  }
  const queue = await openMails()
  await queue.add('twice')
  const ends = await Promise.allSettled([queue.attempt('note-twice'), queue.attempt('note-twice')])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(server.mails).toHaveLength(1)
  await becomes({ status: 'sent', attempts: 1, lastError: null })
})

test('a mail that was taken while the database could not store it is not sent again at once', async () => {
  const { promise: until, resolve: answers } = Promise.withResolvers<void>()
  answer = { until }
  const queue = await openMails()
  await queue.add('taken')
  const sent = queue.attempt('note-taken')
  await vi.waitFor(() => expect(contents).toBe(1), soon)
  await database.db.execute(sql`alter table mails rename to missing`)
  answers()
  await expect(sent).rejects.toThrow()
  await database.db.execute(sql`alter table missing rename to mails`)
  await queue.attempt('note-taken')
  await becomes({ status: 'waiting', lastError: interrupted, unconfirmedAt: now })
  expect(server.mails).toHaveLength(1)
})

test('an attempt ends before the queue gives its job to another process', async () => {
  await openMails()
  const { rows: queue } = await database.db.execute(
    sql`select expire_seconds as seconds from pgboss.queue where name = 'send-mail'`,
  )
  expect(smtpTimeouts.socketTimeout).toBe(10 * 60_000)
  const waitsForRequestsMs = 30_000
  const { contentTimeout, socketTimeout } = smtpTimeouts
  const longestMs = waitsForRequestsMs + contentTimeout + socketTimeout
  expect(Number(queue[0]?.seconds) * 1000).toBeGreaterThan(longestMs)
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
