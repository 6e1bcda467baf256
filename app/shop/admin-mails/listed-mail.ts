import type { MailStatus } from './mail-search.ts'

/** A mail as the admin's list shows it; what it says is not in here. */
export interface ListedMail {
  id: string
  /** What kind of mail it is, in words: 'Order placed'. */
  kind: string
  status: MailStatus
  /** Null until it was composed for the first time. */
  recipient: string | null
  subject: string | null
  tries: number
  /** Why the last try failed; null as long as none has, also amid the first. */
  fault: string | null
  /** When what it tells of happened; ISO 8601, UTC. */
  at: string
  sentAt: string | null
}

/** The name of a kind in words: 'order-placed' → 'Order placed'. */
export function kindInWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Where a mail stands, in words. */
export function statusInWords({
  status,
  tries,
  fault,
}: Pick<ListedMail, 'status' | 'tries' | 'fault'>): string {
  if (status === 'sent') return 'Sent'
  if (status === 'dead') return 'Could not be sent'
  if (fault === null) return 'On its way'
  return tries === 1
    ? 'Tried once, will be tried again'
    : `Tried ${tries} times, will be tried again`
}

/**
 * After how many ms a list with these mails may have changed: soon where one is being sent, now and then where one is
 * tried again; null where all have ended.
 */
export function rereadAfter(mails: readonly Pick<ListedMail, 'status' | 'fault'>[]): number | null {
  const waiting = mails.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return waiting.some(({ fault }) => fault === null) ? 2000 : 30_000
}
