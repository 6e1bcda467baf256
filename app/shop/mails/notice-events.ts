/** What the bakery hears of, whoever did it, as colleagues read it. */
export const noticeEvents = {
  order: 'A new order',
  quote: 'A quote is answered',
  change: 'A customer changes or cancels',
  complaint: 'A complaint',
  delivery: 'A delivery failed',
  message: 'A message',
  money: 'Money that needs you',
} as const

export type NoticeEvent = keyof typeof noticeEvents

/** An event of which colleagues may be told. */
export interface Notice {
  event: NoticeEvent
  /** The day 'YYYY-MM-DD' of the order that it is about; none if it is about no day. */
  day?: string
}
