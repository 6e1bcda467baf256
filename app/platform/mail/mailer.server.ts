import { createTransport } from 'nodemailer'
import type { FileStore } from '../files/file-store.server.ts'
import { MailError, toMailError } from './mail-error.server.ts'

/** A mail to send. A mail that is sent again has the same `id`, and so the same Message-ID. */
export interface Mail {
  id: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  pictures?: InlinePicture[]
  /** The page where its reader unsubscribes; mail programs show it beside the mail. */
  unsubscribeLink?: string
}

/** A picture within a mail, which shows it as `cid:<cid>`. */
export interface InlinePicture {
  cid: string
  filename: string
  /** 'image/jpeg' */
  type: string
  bytes: Buffer
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. @throws MailError */
  send(mail: Mail): Promise<void>
}

/** How long a mail server may take to connect, to greet, and for each further response, in ms. */
const smtpTimeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
}

/**
 * Mails by an SMTP server.
 *
 * @param requireTls a server that offers no TLS gets no mail; otherwise TLS is used if it is offered
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { requireTls = false, timeouts = smtpTimeouts } = {},
): Mailer {
  const transport = createTransport({ url, requireTLS: requireTls, ...timeouts })
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, from))
      } catch (error) {
        throw toMailError(error, url)
      }
    },
  }
}

/** Writes mails as .eml files, one per id, for shops without a mail server. */
export function createOutboxMailer(outbox: FileStore, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const sent = await transport.sendMail(message(mail, from))
      await outbox.put(outboxKey(mail.id), sent.message as Buffer).catch(cannotWrite)
    },
  }
}

/** The key of a mail's file in the outbox. */
export function outboxKey(mailId: string): string {
  return `${mailId}.eml`
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  throw new MailError(`The outbox could not be written (${error.code ?? error.name}).`)
}

function message({ id, pictures = [], unsubscribeLink, ...mail }: Mail, from: string) {
  return {
    ...mail,
    // '=?' begins an encoded word: a mail program would decode the rest.
    subject: mail.subject.replaceAll('=?', '= ?'),
    from,
    messageId: messageId(id, from),
    attachments: pictures.map(({ cid, filename, type, bytes }) => ({
      cid,
      filename,
      contentType: type,
      content: bytes,
      contentDisposition: 'inline' as const,
    })),
    list: unsubscribeLink ? { unsubscribe: unsubscribeLink } : undefined,
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}
