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
