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
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Mails by an SMTP server. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url)
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ ...mail, from, messageId: messageId(id, from) })
    },
  }
}

/** Mails kept as .eml files, one per id, for shops without a mail server and for tests. */
export function createOutboxMailer(outbox: FileStore, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send({ id, ...mail }) {
      const { message } = await transport.sendMail({
        ...mail,
        from,
        messageId: messageId(id, from),
      })
      await outbox.put(`${id}.eml`, message as Buffer)
    },
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}
