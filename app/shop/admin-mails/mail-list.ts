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

/** Where mails stand, as the list of them is filtered. */
export const mailStatuses = ['waiting', 'dead', 'sent'] as const

export type MailStatus = (typeof mailStatuses)[number]

/** Which mails are looked for; it lives in the page's address. */
export interface MailSearch {
  /** Null is any. */
  status: MailStatus | null
  /** A part of the recipient's address; '' is any. */
  q: string
  /** Only mails older than this one; null begins with the newest. */
  before: MailPlace | null
}

/** A mail's place in the list, which is by time and, at the same time, by id. */
export interface MailPlace {
  /** Milliseconds since 1970. */
  at: number
  id: string
}

const longestMailText = 100

/** Reads the address of the list; whatever makes no sense there is left out. */
export function parseMailSearch(params: URLSearchParams): MailSearch {
  return {
    status: mailStatuses.find((status) => status === params.get('status')) ?? null,
    q: (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, longestMailText).toWellFormed(),
    before: parsePlace(params.get('before') ?? ''),
  }
}

/** The one address of a search within the list: '?status=dead', '' for all mails. */
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
