import PostalMime, { type Address, type Email } from 'postal-mime'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'

/** A mail of the outbox, opened; addresses as people write them. */
export interface OpenedMail {
  from: string
  to: string
  replyTo: string
  subject: string
  /** ISO 8601. */
  date: string
  messageId: string
  text: string
}

/** The file of a mail; null when it was not written. */
export function mailFile(outbox: FileStore, id: string) {
  return outbox.get(outboxKey(id))
}

/** Opens a mail's file. */
export async function openMail(file: Uint8Array<ArrayBuffer>): Promise<OpenedMail> {
  const mail = await PostalMime.parse(file)
  return {
    from: inWords(mail.from ? [mail.from] : []),
    to: inWords(mail.to),
    replyTo: inWords(mail.replyTo),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
  }
}

/**
 * What a mail's reader sees, as one document that needs nothing else: its pictures are in it, and its links open in
 * a new tab. It is not made harmless here: show it under {@link mailPolicy}.
 */
export async function mailAsPage(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const mail = await PostalMime.parse(file)
  const pictures = picturesOf(mail)
  const html = (mail.html ?? '').replaceAll(
    /cid:([^"'\s)>]+)/g,
    (address, cid: string) => pictures.get(cid) ?? address,
  )
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${html}`
}

/** For a page that somebody else has a say in: no script, no form, nothing fetched; links open in tabs of their own. */
export const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

function picturesOf({ attachments }: Email): Map<string, string> {
  return new Map(
    attachments.flatMap(({ contentId, mimeType, content }) => {
      if (!contentId || !/^image\/(jpeg|png|webp|gif)$/.test(mimeType)) return []
      const bytes = Buffer.from(content as ArrayBuffer).toString('base64')
      return [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${bytes}`]]
    }),
  )
}

function inWords(addresses: Address[] = []): string {
  return addresses
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(', ')
}
