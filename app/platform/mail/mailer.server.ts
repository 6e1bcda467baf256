import { createTransport } from 'nodemailer'
import type { FileStore } from '../files/file-store.server.ts'
import { MailFault, smtpFault } from './mail-fault.server.ts'

/** A mail ready to go. The same `id` is the same mail: each sending of it carries the same Message-ID. */
export interface Mail {
  id: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  pictures?: InlinePicture[]
  /** The page where its reader ends such mails; mail programs show it beside the mail. */
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
  /** Resolves once the mail is taken. @throws MailFault */
  send(mail: Mail): Promise<void>
}

/** How long a mail server may take, in ms: to be connected to, to greet, and for each answer after that. */
const smtpPatience = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
}

/** Mails by an SMTP server. */
export function createSmtpMailer(url: string, from: string, patience = smtpPatience): Mailer {
  const transport = createTransport({ url, ...patience })
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, from))
      } catch (error) {
        throw smtpFault(error, url)
      }
    },
  }
}

/** Mails kept as .eml files, one per id, for shops without a mail server and for tests. */
export function createOutboxMailer(outbox: FileStore, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const sent = await transport.sendMail(message(mail, from))
      await outbox.put(outboxKey(mail.id), sent.message as Buffer).catch(cannotWrite)
    },
  }
}

/** Where the outbox keeps a mail. */
export function outboxKey(mailId: string): string {
  return `${mailId}.eml`
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  throw new MailFault(`The outbox could not be written (${error.code ?? error.name}).`)
}

function message({ id, pictures = [], unsubscribeLink, ...mail }: Mail, from: string) {
  return {
    ...mail,
    // What begins an encoded word: a mail program would read the rest as something else.
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
