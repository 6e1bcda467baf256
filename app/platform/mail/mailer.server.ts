import { createTransport } from 'nodemailer'
import type { FileStore } from '../files/file-store.server.ts'

/** A mail ready to go. The same `id` is the same mail: sending it again does not make a second one. */
export interface Mail {
  id: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  pictures?: InlinePicture[]
  /** Where a mail program may unsubscribe its reader with one click. */
  unsubscribeLink?: string
}

/** A picture that travels within a mail and is shown there as `cid:<cid>`. */
export interface InlinePicture {
  cid: string
  filename: string
  /** 'image/jpeg' */
  type: string
  bytes: Buffer
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Mails by an SMTP server. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url)
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from))
    },
  }
}

/** Mails kept as .eml files, one per id, for shops without a mail server and for tests. */
export function createOutboxMailer(outbox: FileStore, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const sent = await transport.sendMail(message(mail, from))
      await outbox.put(`${mail.id}.eml`, sent.message as Buffer)
    },
  }
}

/** Why a mail server will never take this mail, as it says itself; null for what may go better another time. */
export function whyRefusedForGood(error: unknown): string | null {
  if (!(error instanceof Error) || !('responseCode' in error)) return null
  const code = Number(error.responseCode)
  return code >= 500 && code < 600 ? error.message : null
}

function message({ id, pictures = [], unsubscribeLink, ...mail }: Mail, from: string) {
  return {
    ...mail,
    from,
    messageId: messageId(id, from),
    attachments: pictures.map(({ cid, filename, type, bytes }) => ({
      ...{ cid, filename, contentType: type, content: bytes },
      contentDisposition: 'inline' as const,
    })),
    list: unsubscribeLink ? { unsubscribe: unsubscribeLink } : undefined,
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}
