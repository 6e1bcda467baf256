import { plainTextSelectors, render } from '@react-email/render'
import { compile } from 'html-to-text'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Changes, Database } from '#platform/database/database.server.ts'
import type { Job } from '#platform/jobs/job.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { Mail, type MailPart } from '#ui/mail-layout.tsx'
import { insertMail } from './mails.store.server.ts'
import type { Notice } from './notice-events.ts'

export interface MailContent {
  to: string
  /** The shop's own address, if left out. */
  replyTo?: string
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  /** The subject, if left out. */
  heading?: string
  parts: readonly MailPart[]
  /** Pictures that the mail shows as `cid:<their cid>`. */
  pictures?: InlinePicture[]
  /** Where a mail program can unsubscribe its reader. */
  unsubscribeLink?: string
  /** Anyone who knows the recipient's address can cause it: of each kind a recipient gets only some of these a day. */
  isUnsolicited?: boolean
  /** Recipient and data are forgotten as soon as it is sent. */
  isForgotten?: boolean
  /** Of a mail to the shop: what colleagues may hear of too, each in the ways they have chosen. */
  notice?: Notice
}

/**
 * A kind of mail, from the data of its event. Called when it is sent: links and tokens are created here. Null if there is
 * nothing left to say.
 */
export interface MailKind<Data> {
  (shop: AppContext, data: Data): MailContent | null | Promise<MailContent | null>
  /** How long after its event it may be sent, in ms; always, if left out. One that is too old is not written. */
  expiresAfterMs?: number
  /** Another kind, of the same data: its mail about the same event is queued before this one is written. */
  tells?: keyof MailKinds
}

/** Every kind by its name, for {@link queueMail}: `app/jobs.server.ts` adds its table. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are those of the table, which stands above.
export interface MailKinds {}

/** A mail as the mailer sends it, in the look of every mail. */
export async function renderContent(shop: ShopDetails, content: MailContent) {
  const { to, replyTo, subject, heading = subject, preview, parts, pictures } = content
  const sender = { ...shop, url: shop.publicUrl }
  const mail = await renderMail(Mail({ sender, preview, heading, parts }))
  const { unsubscribeLink } = content
  const senderName = shop.name
  return {
    ...{ to, replyTo: replyTo || shop.email, senderName, subject, pictures, unsubscribeLink },
    ...mail,
  }
}

async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(mail)
  return { html, text: toPlainText(html) }
}

// As @react-email/render does it, but compiled once, which costs half as much as a mail itself. Each row is a
// line of its own: 'Shipping: ₹50'.
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
    { selector: 'td[align=right]', format: 'amount' },
  ],
  formatters: {
    amount(
      cell: { children: unknown },
      walk: (children: unknown, text: TextBuilder) => void,
      text: TextBuilder,
    ) {
      text.addInline(': ')
      walk(cell.children, text)
    },
  },
})

/** The part of html-to-text's formatter arguments that is used here. */
interface TextBuilder {
  addInline(words: string): void
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
  batches: 2,
  deadLetter: deadLetterMail.name,
} satisfies Job

/**
 * Queues a mail about an event in the event's own transaction: the mail is sent if, and only if, the change is committed.
 * A second mail of the same kind about the same event is not queued.
 *
 * @param event identifies the event: the mail's id is 'slot-gone-<event>'
 * @param changes made in the same statement
 * @param startAfterSeconds how long it waits before it is written
 */
export async function queueMail<Name extends keyof MailKinds>(
  { jobs, clock }: AppContext,
  tx: Database,
  name: Name,
  event: string,
  data: MailKinds[Name] extends MailKind<infer Data> ? Data : never,
  changes: Changes = {},
  startAfterSeconds = 0,
) {
  const id = `${name}-${event}`
  const isNew = await insertMail(tx, { id, kind: name, data, createdAt: clock.now() }, changes)
  if (isNew) await jobs.enqueue(tx, sendMail, { mailId: id }, { key: id, startAfterSeconds })
}
