import { formatDateTime } from '#shop/values/kolkata-time.ts'

export const wishes = {
  answer: 'An answer',
  again: 'The cake again',
  money: 'Part of the money back',
} as const

/** What a customer wishes for. */
export type Wish = keyof typeof wishes
export const wishNames = Object.keys(wishes) as Wish[]

/** As it is stored with what the conversation begins with. */
export interface Reply {
  fromShop: boolean
  words: string
  /** ISO 8601 */
  at: string
}

/** What is said of an order is a complaint, unless only an answer is wished for. */
export function kindOf(about: { [of in 'itemId' | 'orderId' | 'wish']: string | null }) {
  if (about.itemId !== null) return 'Asked back'
  return about.orderId !== null && about.wish !== 'answer' ? 'Complaint' : 'Question'
}

/** Where a price is awaited: 'Asked 20 Nov 2026, 5:30 pm', then 'Answered' as soon as the customer has written. */
export function askText({ entries }: { entries: readonly Reply[] }): string {
  const last = entries.findLast(({ fromShop }) => !fromShop) ?? entries[0]
  return last ? `${last.fromShop ? 'Asked' : 'Answered'} ${formatDateTime(new Date(last.at))}` : ''
}
