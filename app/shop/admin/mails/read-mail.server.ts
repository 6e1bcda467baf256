import PostalMime, { type Address, type Email } from 'postal-mime'
import { AppError } from '#platform/app-error.ts'

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

/** What a link's token stands behind, in each kind of link that lets its reader do something. */
const beforeTokens = [
  'token=',
  '/reset-password#',
  '/confirm-email#',
  '/join#',
  '/track/',
  '/run/',
  '/pay/',
]
const tokenInLink = new RegExp(`(${beforeTokens.join('|')})[\\w.~%-]{8,}`, 'g')

/**
 * Whether the tokens of links are hidden from staff, who could reset a colleague's password or accept a quote for a customer
 * with them. A shop on http is only tried out, and its emails are the only source of links.
 */
export function hidesTokens({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

/** @throws AppError forbidden if a file has a token that staff may not see */
export async function assertNoToken(file: Uint8Array<ArrayBuffer>) {
  const { text = '', html = '' } = await PostalMime.parse(file)
  if (`${text} ${html}`.search(tokenInLink) < 0) return
  throw new AppError(
    'forbidden',
    'This email has a private link in it. Only the person it was sent to may use it.',
  )
}

/** A text without the token of any link. */
export function withoutTokens(text: string, isHidden = true): string {
  return isHidden ? text.replaceAll(tokenInLink, '$1••••') : text
}

export async function openMail(
  file: Uint8Array<ArrayBuffer>,
  { isHidden }: { isHidden: boolean },
): Promise<OpenedMail> {
  const mail = await PostalMime.parse(file)
  return {
    from: inWords(mail.from ? [mail.from] : []),
    to: inWords(mail.to),
    replyTo: inWords(mail.replyTo),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    messageId: mail.messageId ?? '',
    text: withoutTokens(mail.text ?? '', isHidden),
  }
}

/**
 * The mail as one HTML document with its pictures. Its links open in new tabs. It is not sanitised: it must be sent with
 * {@link mailPolicy}.
 */
export async function mailAsPage(
  file: Uint8Array<ArrayBuffer>,
  { isHidden }: { isHidden: boolean },
): Promise<string> {
  const mail = await PostalMime.parse(file)
  const pictures = picturesOf(mail)
  const html = withoutTokens(mail.html ?? '', isHidden).replaceAll(
    /cid:([^"'\s)>]+)/g,
    (address, cid: string) => pictures.get(cid) ?? address,
  )
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${html}`
}

/** The Content-Security-Policy of a mail: no scripts, no forms, nothing is loaded; links open in new tabs. */
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
