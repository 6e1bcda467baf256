import type { ReactElement } from 'react'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Changes } from '#platform/database/query-parts.server.ts'
import type { Job, Jobs } from '#platform/jobs/job.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { Mail, type MailPart } from '#ui/mail-layout.tsx'
import { insertMail } from './mails.store.server.ts'

interface Envelope {
  to: string
  /** The shop's own address, if left out. */
  replyTo?: string
  subject: string
  /** Its recipient caused it after all, by paying or from a browser of theirs: it is always sent. */
  isExpected?: boolean
  /** Pictures that the mail shows as `cid:<their cid>`. */
  pictures?: InlinePicture[]
  /** Where a mail program can unsubscribe its reader. */
  unsubscribeLink?: string
}

export interface MailContent extends Envelope {
  /** What an inbox shows beside the subject. */
  preview: string
  /** The subject, if left out. */
  heading?: string
  parts: readonly MailPart[]
}

/** A kind of mail: its name, its data, and what it says. */
export interface MailKind<Data extends z.ZodType = z.ZodType, Name extends string = string> {
  /** 'order-placed'. */
  name: Name
  data: Data
  /**
   * Who causes it: its recipient, by paying, logging in or answering; the shop, or the people who work there; or anyone who
   * knows the recipient's address. Of each kind of the last a recipient gets only some a day.
   */
  cause: 'recipient' | 'shop' | 'anyone'
  /** How long after its event it may be sent, in ms; always, if left out. */
  expiresAfterMs?: number
  /** Whether recipient and data are forgotten as soon as it was sent, or cannot be. */
  isForgotten?: true
  /** Called when it is sent: links and tokens are created here. Null if there is nothing left to say. */
  write(context: AppContext, data: z.output<Data>): MailContent | null | Promise<MailContent | null>
}

/** Declares a kind of mail. All of them are listed in `app/jobs.server.ts`. */
export function declareMail<Data extends z.ZodType, Name extends string>(
  kind: MailKind<Data, Name>,
) {
  return kind
}

/** A mail to send. */
export interface ComposedMail extends Envelope {
  mail: ReactElement
}

/** Composes a mail from its stored data, which its kind's schema validates first. Null if there is nothing left to say. */
export async function composeMail(
  context: AppContext,
  kind: MailKind,
  data: unknown,
): Promise<ComposedMail | null> {
  const content = await kind.write(context, kind.data.parse(data))
  // A customer by phone may have given no address.
  return content?.to ? composeContent(context.shop, content) : null
}

/** A mail as it is sent, in the look of every mail. */
export function composeContent(shop: ShopDetails, content: MailContent): ComposedMail {
  const { preview, parts, heading = content.subject, ...envelope } = content
  const sender = { ...shop, url: shop.publicUrl }
  const replyTo = envelope.replyTo || shop.email
  return { ...envelope, replyTo, mail: Mail({ sender, preview, heading, parts }) }
}

const mailJobData = z.object({ mailId: z.string() })

/** Enqueued when the last attempt to send a mail has failed. */
export const deadLetterMail = {
  name: 'dead-letter-mail',
  data: mailJobData,
  retryLimit: 10,
} satisfies Job

/** Sends one mail. It is retried for about a day, with pauses of at most an hour. */
export const sendMail = {
  name: 'send-mail',
  data: mailJobData,
  retryLimit: 32,
  maxPauseSeconds: 3600,
  deadLetter: deadLetterMail.name,
} satisfies Job

/**
 * Queues a mail about an event in the event's own transaction: the mail is sent if, and only if, the change is committed.
 * A second mail of the same kind about the same event is not queued. Who queues a mail names it, and takes only its type:
 * `queueMail<typeof slotGoneMail>(context, tx, 'slot-gone', orderId, { orderId })`.
 *
 * @param event identifies the event: the mail's id is 'slot-gone-<event>'
 * @param changes made in the same statement
 */
export async function queueMail<Kind extends MailKind = never>(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  name: Kind['name'],
  event: string,
  data: z.output<Kind['data']>,
  changes: Changes = {},
) {
  const id = `${name}-${event}`
  const isNew = await insertMail(tx, { id, kind: name, data, createdAt: clock.now() }, changes)
  if (isNew) await jobs.enqueue(tx, sendMail, { mailId: id })
}
