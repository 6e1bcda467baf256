import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { handles, type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createSmtpMailer } from '#platform/mail/mailer.server.ts'
import { MailText } from '#ui/mail-layout.tsx'
import { type MailServer, openMailServer, smtpError } from '../../../test/support/mail-server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type MailKind, mailComposer } from './mail-kind.server.ts'
import { mails } from './mails.tables.server.ts'
import {
  deadLetterLifetimeMs,
  purgeMailsHandler,
  sentMailLifetimeMs,
} from './purge-mails.job.server.ts'
import { adoptMailJobs, queueMail } from './queue-mail.server.ts'
import { mailHandlers } from './send-mail.job.server.ts'

const aboutANote = z.object({ note: z.string() })
const mailNote = {
  name: 'note',
  data: aboutANote,
  eventId: ({ note }) => note,
  expiresAfterMs: 60_000,
} satisfies MailKind<typeof aboutANote>

const composers = [
  mailComposer(mailNote, async ({ note }) => {
    if (note === 'over') return null
    if (note === 'broken') throw new Error('secret words')
    return { to: 'asha@example.in', subject: note, mail: MailText({ children: note }) }
  }),
]

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
  return mailHandlers({ db: database.db, clock, log, mailer, composers })
}

async function openQueue() {
  const queue = await openJobs(database, log)
  queues.push(queue)
  return queue
}

/** A queue whose jobs are declared; `work` begins to send. */
async function openMails() {
  const queue = await openQueue()
  await queue.declare(handlers())
  return {
    ...queue,
    add: (note: string) =>
      database.db.transaction((tx) =>
        queueMail({ jobs: queue.jobs, clock }, tx, mailNote, { note }),
      ),
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

test('an event has one mail, however often it is queued, and none if it was undone', async () => {
  const queue = await openMails()
  await queue.add('one')
  await queue.add('one')
  const undone = database.db.transaction(async (tx) => {
    await queueMail({ jobs: queue.jobs, clock }, tx, mailNote, { note: 'two' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await jobs()).toEqual(['send-mail created'])
  await queue.send()
  await becomes({
    status: 'sent',
    tries: 1,
    sentAt: now,
    fault: null,
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

test('what fails for now is tried again as the same mail', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(451, '4.7.1 greylisted')) }
  const queue = await openMails()
  await queue.add('late')
  await queue.send()
  const fault = 'The mail server said: 451 4.7.1 greylisted'
  await becomes({ status: 'waiting', tries: 1, fault, subject: 'late' })
  answer = {}
  await tryAgain()
  await becomes({ status: 'sent', tries: 2, fault: null })
  expect(server.mails).toMatchObject([{ messageId: '<note-late@cakewala.test>' }])
})

test('what the server refuses for good is not tried again', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(550, '5.1.1 nobody of that name')) }
  const queue = await openMails()
  await queue.add('refused')
  await queue.send()
  const fault = 'The mail server refused it: 550 5.1.1 nobody of that name'
  await becomes({ status: 'dead', tries: 1, fault, sentAt: null })
  await vi.waitFor(async () => expect(await jobs()).toEqual(['send-mail completed']), soon)
})

test('what was tried for the last time is dead, with the last reason', async () => {
  answer = { onRcptTo: (_to, _who, done) => done(smtpError(452, 'full')) }
  const queue = await openMails()
  await queue.add('full')
  await queue.send()
  await tryAgain(true)
  await becomes({ status: 'dead', tries: 2, fault: 'The mail server said: 452 full' })
  expect(server.mails).toEqual([])
})

test('a process that dies with the last try leaves a dead mail, not a lost one', async () => {
  const queue = await openMails()
  await queue.add('lost')
  await database.db.execute(sql`update pgboss.job set retry_limit = 0 where name = 'send-mail'`)
  const dying = new PgBoss({
    db: database.queue,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    supervise: false,
    schedule: false,
  })
  await dying.start()
  expect(await dying.fetch('send-mail')).toHaveLength(1)
  await database.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`)
  await dying.supervise('send-mail')
  await dying.stop({ graceful: false })
  expect(await jobs()).toEqual(['bury-mail created', 'send-mail failed'])
  await queue.send()
  await becomes({ status: 'dead', tries: 0, fault: 'It was tried too often.' })
})

test('a mail that has nothing to say any more is gone', async () => {
  const queue = await openMails()
  await queue.add('over')
  await queue.send()
  await vi.waitFor(async () => expect(await rows()).toEqual([]), soon)
  expect(server.mails).toEqual([])
})

test('a mail that is too old to be sent is dead', async () => {
  const queue = await openMails()
  await queue.add('old')
  await database.db.update(mails).set({ createdAt: new Date(now.getTime() - 60_001) })
  await queue.send()
  const fault = 'It is too old to be sent; it can be asked for anew.'
  await becomes({ status: 'dead', tries: 1, fault, recipient: null })
  expect(server.mails).toEqual([])
})

test('a fault of the shop’s own is told without its words, which may be anybody’s', async () => {
  const queue = await openMails()
  await queue.add('broken')
  await queue.send()
  const fault = 'Something went wrong in the shop itself; its log says what.'
  await becomes({ status: 'waiting', tries: 1, fault, recipient: null })
})

test('mails that wait in a queue of an earlier version become mails, once', async () => {
  const old = { name: 'mail-note', data: z.object({ note: z.string() }), retryLimit: 10 }
  const before = await openQueue()
  await before.declare([handles(old, async () => {})])
  for (const note of ['waits', 'failed once', 'was being sent', 'sent']) {
    await before.jobs.enqueue(database.db, old, { note })
  }
  const inState = (state: string, note: string) =>
    database.db.execute(sql`update pgboss.job set state = ${state}, started_on = now(),
      start_after = now() + interval '5 minutes' where data->>'note' = ${note}`)
  await inState('retry', 'failed once')
  await inState('active', 'was being sent')
  await inState('completed', 'sent')

  const queue = await openMails()
  await adoptMailJobs({ jobs: queue.jobs, clock }, queue, composers)
  await adoptMailJobs({ jobs: queue.jobs, clock }, queue, composers)
  expect((await rows()).map(({ id }) => id).sort()).toEqual([
    'note-failed once',
    'note-waits',
    'note-was being sent',
  ])
  expect(await jobs()).toEqual(['mail-note completed', ...Array(3).fill('send-mail created')])
})

test('old mails are forgotten with their files, batch by batch; those that wait stay', async () => {
  const gone = new Set<string>()
  const outbox = {
    put: async () => {},
    get: async () => null,
    remove: async (key: string) => void gone.add(key),
  }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const mail = (id: string, createdAt: Date) => ({ id, kind: 'note', data: {}, createdAt })
  const old = Array.from({ length: 230 }, (_, n) => {
    const at = ago(sentMailLifetimeMs + 1)
    return { ...mail(`old-${n}`, at), status: 'sent' as const, sentAt: at }
  })
  const long = ago(deadLetterLifetimeMs + 1)
  const dead = { status: 'dead', fault: 'refused' } as const
  await database.db
    .insert(mails)
    .values([
      ...old,
      { ...mail('sent', long), status: 'sent', sentAt: ago(sentMailLifetimeMs) },
      { ...mail('dead', ago(deadLetterLifetimeMs)), ...dead },
      { ...mail('long-dead', long), ...dead },
      mail('waits', long),
    ])
  await purgeMailsHandler({ db: database.db, clock, outbox }).run({})
  expect((await rows()).map(({ id }) => id).sort()).toEqual(['dead', 'sent', 'waits'])
  expect(gone).toEqual(new Set([...old.map(({ id }) => `${id}.eml`), 'long-dead.eml']))
})
