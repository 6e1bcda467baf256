import { type MailStatus, mailStatuses, unsentForGood } from '#shop/mails/mail-statuses.ts'
import { capitalised } from '#shop/values/capitalised.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'

/** A mail in the admin's list, without its content. */
export interface ListedMail {
  id: string
  /** Its kind in words: 'Order placed'. */
  kind: string
  status: MailStatus
  /** Null until it is composed. */
  recipient: string | null
  subject: string | null
  attempts: number
  /** Why the last attempt failed; null if none has. */
  lastError: string | null
  /** The time of its event; ISO 8601, UTC. */
  at: string
  sentAt: string | null
}

/** Of kinds whose names say little to people. */
const kindWords = new Map([
  ['order-moved', 'Order on its way or delivered'],
  ['recipient-moved', 'To the recipient: on its way or delivered'],
])

/** 'order-placed' → 'Order placed'. */
export function kindInWords(name: string): string {
  const known = kindWords.get(name)
  if (known) return known
  return capitalised(name.replaceAll('-', ' '))
}

/** `isStored`: there is no mail server, and emails stay here. */
export function statusInWords(
  { status, attempts, lastError }: Pick<ListedMail, 'status' | 'attempts' | 'lastError'>,
  { isStored }: { isStored: boolean },
): string {
  if (status === 'sent') return isStored ? 'Stored' : 'Sent'
  if (status === 'dead_letter') return 'Could not be sent'
  if (status === 'held_back') return 'Held back'
  if (lastError === null) return 'Sending'
  return attempts === 1
    ? 'Failed once, will be retried'
    : `Failed ${attempts} times, will be retried`
}

/**
 * After how many ms to reload a list with these mails: soon if one is being sent, later if one is retried; null if none is
 * waiting.
 */
export function refreshAfterMs(
  mails: readonly Pick<ListedMail, 'status' | 'lastError'>[],
): number | null {
  const waiting = mails.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return waiting.some(({ lastError }) => lastError === null) ? 2000 : 30_000
}

export function canBeSentAgain({ status }: Pick<ListedMail, 'status'>): boolean {
  return unsentForGood.some((unsent) => unsent === status)
}

/** A search, stored in the page's URL. */
export interface MailSearch {
  /** Null is any. */
  status: MailStatus | null
  /** A part of the recipient's address; '' is any. */
  q: string
  /** Only older mails; null starts with the newest. */
  before: MailPlace | null
}

/** A mail's place in the list, which is by time and, at the same time, by id. */
export interface MailPlace {
  /** Milliseconds since 1970. */
  at: number
  id: string
}

/** Reads the search from the URL, without invalid parts. */
export function parseMailSearch(params: URLSearchParams): MailSearch {
  return {
    status: mailStatuses.find((status) => status === params.get('status')) ?? null,
    q: tidySearch(params.get('q')),
    before: parsePlace(params.get('before') ?? ''),
  }
}

/** The query of a search: '?status=dead_letter', or '' for all mails. */
export function mailQuery({ status, q, before }: MailSearch): string {
  const params = new URLSearchParams()
  if (status) params.set('status', status)
  if (q) params.set('q', q)
  if (before) params.set('before', `${before.at}.${before.id}`)
  return params.size > 0 ? `?${params}` : ''
}

function parsePlace(text: string): MailPlace | null {
  const [, at, id] = /^(\d{1,13})\.([\w.-]{1,200})$/.exec(text) ?? []
  return at && id ? { at: Number(at), id } : null
}
