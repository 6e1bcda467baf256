import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'

/** A kind of mail: its name, its data, and the event of each mail. */
export interface MailKind<Data extends z.ZodType = z.ZodType> {
  /** 'order-placed'. */
  name: string
  data: Data
  /** Identifies the event: the mail's id is 'order-placed-<this>', and each event has one mail. */
  eventId(data: z.output<Data>): string
  /**
   * Who causes it: its recipient, by paying, signing in or answering; the shop itself, to itself; or anyone who knows the
   * recipient's address. Of the last a recipient gets only some a day.
   */
  cause: 'recipient' | 'shop' | 'anyone'
  /** How long after its event it may be sent, in ms; always, if left out. */
  expiresAfterMs?: number
  /** Whether recipient and data are forgotten as soon as it was sent, or cannot be. */
  isForgotten?: true
}

/** A mail to send; `mail` consists of the parts of `ui/mail-layout.tsx`. */
export interface ComposedMail {
  to: string
  replyTo?: string
  subject: string
  mail: ReactElement
  /** Its recipient caused it after all, by paying or from a browser of theirs: it is always sent. */
  isExpected?: boolean
  /** Pictures that the mail shows as `cid:<their cid>`. */
  pictures?: InlinePicture[]
  /** Where a mail program can unsubscribe its reader. */
  unsubscribeLink?: string
}

/** A kind of mail and its composer. */
export interface MailComposer {
  kind: MailKind
  /** Null if there is nothing left to say; then no mail is sent. */
  compose(data: unknown): Promise<ComposedMail | null>
}

/** Binds a composer to its kind. The kind's schema validates the stored data first. */
export function mailComposer<Data extends z.ZodType>(
  kind: MailKind<Data>,
  compose: (data: z.output<Data>) => Promise<ComposedMail | null>,
): MailComposer {
  return { kind, compose: (data) => compose(kind.data.parse(data)) }
}
