import { z } from 'zod'

/** Why a mail did not go, in one short sentence that the operator may read: it holds no password and no address. */
export class MailFault extends Error {
  /** Whether the mail server will never take this mail, so that trying again is in vain. */
  readonly isForGood: boolean

  constructor(sentence: string, { isForGood = false } = {}) {
    super(sentence)
    this.name = 'MailFault'
    this.isForGood = isForGood
  }
}

const word = z.string().catch('')

/** What nodemailer says of a failure: its code and the system's own; the server's answer and the command it answered. */
const smtpError = z.object({ code: word, originalCode: word, response: word, command: word })

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The mail server refuses connections.',
  EDNS: 'The name of the mail server is not known.',
  ENOTFOUND: 'The name of the mail server is not known.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server hung up.',
  ECONNRESET: 'The mail server hung up.',
  ETLS: 'The connection to the mail server cannot be made safe.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the mail server is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the mail server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the mail server is not trusted.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired.',
}

/** A failure of nodemailer, said to the operator; `url` holds the password that must not be in it. */
export function smtpFault(error: unknown, url: string): MailFault {
  const { code, originalCode, response, command } = smtpError.parse(error)
  if (!response) {
    const known = sentences[originalCode] ?? sentences[code]
    return new MailFault(known ?? `It could not be sent (${originalCode || code || 'no reason'}).`)
  }
  const words = harmless(response, url)
  if (code === 'EAUTH') {
    return new MailFault(`The mail server does not let the shop in: ${words}`)
  }
  const isForGood = isRefusalOfTheMail(response, command)
  return new MailFault(`The mail server ${isForGood ? 'refused it' : 'said'}: ${words}`, {
    isForGood,
  })
}

/**
 * A 5xx about this recipient or this message. Not those about the shop's own set-up, which it may mend: who it is, whether
 * it may send (530 to 538, and 5.7.x, "relaying denied" and the like), from which address, and how it speaks (500 to 504).
 */
function isRefusalOfTheMail(response: string, command: string): boolean {
  const [, code = '', enhanced = ''] = /^(\d{3})[ -]?(\d\.\d+\.\d+)?/.exec(response) ?? []
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return /^5(?!0[0-4]|3[0-8])/.test(code) && !enhanced.startsWith('5.7.')
}

/** The server's words on one line, at most 200 characters, without addresses and without what signs the shop in. */
function harmless(response: string, url: string): string {
  const { username, password } = new URL(url)
  const secrets = [password, username].filter(Boolean).flatMap((one) => [one, decoded(one)])
  const bare = secrets.reduce((words, secret) => words.replaceAll(secret, '…'), response)
  return bare
    .replace(/[^\s<>()]+@[^\s<>()]+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
