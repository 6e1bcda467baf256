import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { FileStore } from '../files/file-store.server.ts'

/** A mail to send. A mail that is sent again has the same `id`, and so the same Message-ID. */
export interface Mail {
  id: string
  to: string
  replyTo?: string
  /** Stands before the sender's address, if that is set without a name. */
  senderName?: string
  subject: string
  html: string
  text: string
  pictures?: InlinePicture[]
  /** The page where its reader unsubscribes. Mail programs show it beside the mail; a POST to it unsubscribes (RFC 8058). */
  unsubscribeLink?: string
}

/** A picture within a mail, which shows it as `cid:<cid>`. */
export interface InlinePicture {
  cid: string
  filename: string
  type: string
  bytes: Buffer
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   *
   * @param beforeEnd awaited when all but the end of the mail is sent: only after that the server may accept it. If it throws,
   * the mail is not sent
   * @throws MailError, or what `beforeEnd` throws
   */
  send(mail: Mail, beforeEnd?: () => Promise<void>): Promise<void>
}

/** How long a mail server may take, in ms: to connect, to greet, for all up to the end of the mail, and to accept it (RFC 5321). */
export const smtpTimeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  contentTimeout: 120_000,
  socketTimeout: 600_000,
}

/**
 * Mails by an SMTP server.
 *
 * @param requireTls a server that offers no TLS gets no mail; otherwise TLS is used if it is offered
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { requireTls = false, timeouts: { contentTimeout, ...timeouts } = smtpTimeouts } = {},
): Mailer {
  const settings = { url, requireTLS: requireTls, ...timeouts }
  return {
    async send(mail, beforeEnd = async () => {}) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), contentTimeout)
      let mayHaveArrived = false
      // Read once the server has asked for the content.
      async function* untilEnd(content: Readable) {
        yield* content
        clearTimeout(timer)
        mayHaveArrived = true
        await beforeEnd()
      }
      const transport = createTransport(settings).use('stream', ({ message }, done) => {
        message.processFunc((content) => Readable.from(untilEnd(content)))
        done()
      })
      try {
        await transport.sendMail({ ...message(mail, from), signal: late.signal })
      } catch (error) {
        throw toMailError(error, url, mayHaveArrived)
      } finally {
        clearTimeout(timer)
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

export function outboxKey(mailId: string): string {
  return `${mailId}.eml`
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  throw new MailError(`The outbox could not be written (${error.code ?? error.name}).`)
}

function message({ id, pictures = [], unsubscribeLink, senderName, ...mail }: Mail, from: string) {
  return {
    ...mail,
    // '=?' begins an encoded word: a mail program would decode the rest.
    subject: mail.subject.replaceAll('=?', '= ?'),
    from: senderName && !from.includes('<') ? { name: senderName, address: from } : from,
    messageId: messageId(id, from),
    attachments: pictures.map(({ cid, filename, type, bytes }) => ({
      cid,
      filename,
      contentType: type,
      content: bytes,
      contentDisposition: 'inline' as const,
    })),
    headers: {
      // No absence note answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeLink && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    list: unsubscribeLink ? { unsubscribe: unsubscribeLink } : undefined,
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}

/** Why a mail was not sent, in one sentence for the operator, without passwords and addresses. */
export class MailError extends Error {
  /** The mail server will never accept this mail: it is not tried again. */
  readonly isPermanent: boolean
  /** The mail server did not say whether it accepted the mail. */
  readonly isUnconfirmed: boolean

  constructor(sentence: string, { isPermanent = false, isUnconfirmed = false } = {}) {
    super(sentence)
    this.name = 'MailError'
    this.isPermanent = isPermanent
    this.isUnconfirmed = isUnconfirmed
  }
}

const text = z.string().catch('')

/** An error of nodemailer: its code and that of the system; the response of the server, and to which command. */
const smtpErrorSchema = z.object({ code: text, originalCode: text, response: text, command: text })

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The mail server refused the connection.',
  EDNS: 'The name of the mail server could not be found.',
  ENOTFOUND: 'The name of the mail server could not be found.',
  ETIMEDOUT: 'The mail server did not respond in time.',
  EABORT: 'The mail server did not respond in time.',
  ECONNECTION: 'The mail server closed the connection.',
  ECONNRESET: 'The mail server closed the connection.',
  ETLS: 'No secure connection to the mail server could be made.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the mail server is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the mail server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the mail server is not trusted.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired.',
}

/** An error of nodemailer for the operator, without the password that is in `url`. One of the mail's content is our own. */
export function toMailError(error: unknown, url: string, mayHaveArrived = false): unknown {
  const { code, originalCode, response, command } = smtpErrorSchema.parse(error)
  if (code === 'ESTREAM') return error
  if (!response) {
    const known = sentences[originalCode] ?? sentences[code]
    const sentence = known ?? `It could not be sent (${originalCode || code || 'unknown reason'}).`
    if (!mayHaveArrived) return new MailError(sentence)
    return new MailError(`${sentence} It may have arrived.`, { isUnconfirmed: true })
  }
  const words = redact(response, url)
  if (code === 'EAUTH') {
    return new MailError(`The mail server rejected the sign-in: ${words}`)
  }
  const isPermanent = isRejectionOfMail(response, command)
  return new MailError(`The mail server ${isPermanent ? 'rejected it' : 'said'}: ${words}`, {
    isPermanent,
  })
}

/**
 * A 5xx about this recipient or this message. Not those about the shop's settings, which the operator may correct: sign-in
 * and permission to send (530 to 538, and 5.7.x, such as "relaying denied"), the sender's address, and the protocol (500 to 504).
 */
function isRejectionOfMail(response: string, command: string): boolean {
  const [, code = '', enhanced = ''] = /^(\d{3})[ -]?(\d\.\d+\.\d+)?/.exec(response) ?? []
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return /^5(?!0[0-4]|3[0-8])/.test(code) && !enhanced.startsWith('5.7.')
}

/** The response of the server on one line of at most 200 characters, without addresses, user name and password. */
function redact(response: string, url: string): string {
  const { username, password } = new URL(url)
  const secrets = [password, username].filter(Boolean).flatMap((secret) => [secret, decode(secret)])
  const redacted = secrets.reduce((words, secret) => words.replaceAll(secret, '…'), response)
  return redacted
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1000)
    .replace(/[^\s<>()]+@[^\s<>()]+/g, '…')
    .slice(0, 200)
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
