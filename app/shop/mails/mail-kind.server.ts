import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'

/** A kind of mail: its name, the shape of what it is composed from, and which event one of them is about. */
export interface MailKind<Data extends z.ZodType = z.ZodType> {
  /** 'order-placed'. */
  name: string
  data: Data
  /** Tells one event from another, as 'order-placed-<this>' is the mail's id: there is one mail for each. */
  eventId(data: z.output<Data>): string
  /** For how long after its event it may go out, in ms; for ever when left out. */
  expiresAfterMs?: number
}

/** A mail as it is to be sent; `mail` is made of the parts of `ui/mail-layout.tsx`. */
export interface ComposedMail {
  to: string
  replyTo?: string
  subject: string
  mail: ReactElement
  /** Pictures that the mail shows as `cid:<their cid>`. */
  pictures?: InlinePicture[]
  /** Where a reader's mail program may unsubscribe from mails of this kind. */
  unsubscribeLink?: string
}

/** A kind of mail together with what composes it. */
export interface MailComposer {
  kind: MailKind
  /** Null when there is nothing to tell any more; then no mail is sent. */
  compose(data: unknown): Promise<ComposedMail | null>
}

/** Binds a composer to its kind; what was stored is checked by the kind's schema before it composes. */
export function mailComposer<Data extends z.ZodType>(
  kind: MailKind<Data>,
  compose: (data: z.output<Data>) => Promise<ComposedMail | null>,
): MailComposer {
  return { kind, compose: (data) => compose(kind.data.parse(data)) }
}
