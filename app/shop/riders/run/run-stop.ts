import type { DueNow } from '#shop/orders/door/door-money.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'

/** A door of a run, with what its rider needs and nothing more. */
export interface RunStop {
  orderId: string
  number: number
  /** '6 to 8 pm', or '5:30 pm'. */
  hours: string
  name: string
  address: string
  riderNote: string
  /** Ten digits; null where nobody may be called, yet or at all. */
  phone: string | null
  /** Nobody is to be called before it is out for delivery. */
  isSurprise: boolean
  /** Rupees that are due now; 0 where nothing is. */
  cashDue: number
  /** Why it is less than it was, where it is late. */
  late: DueNow['late']
  /** What a UPI app opens to pay that. */
  upiLink: string
  /** Wrong codes that it still takes. */
  codesLeft: number
  status: FulfilmentStatus
}

/** What the page's script knows of a stop; the rest is only read. */
export type StopFacts = Pick<
  RunStop,
  'orderId' | 'number' | 'status' | 'codesLeft' | 'cashDue' | 'upiLink'
>

export function factsOf(stop: RunStop): StopFacts {
  const { orderId, number, status, codesLeft, cashDue, upiLink } = stop
  return { orderId, number, status, codesLeft, cashDue, upiLink }
}

/** The run as its page shows it. */
export interface RiderRun {
  id: string
  riderName: string
  /** ISO 8601. */
  linkEndsAt: string
  stops: RunStop[]
}

/** Opens an address in the phone's map. */
export function mapHref({ address }: Pick<RunStop, 'address'>): string {
  return `geo:0,0?q=${encodeURIComponent(address)}`
}
