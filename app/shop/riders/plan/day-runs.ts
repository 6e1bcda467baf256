import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { DayMoney } from '../day-money/day-money.ts'

/** An order to be brought, as the page of runs shows it. */
export interface RunOrder {
  id: string
  number: number
  /** '' where the address has none. */
  pincode: string
  address: string
  status: FulfilmentStatus
  /** It can go into a run now. */
  canGo: boolean
}

/** Orders for one slot, or for one time. */
export interface RunSlot {
  /** '6 to 8 pm', or '5:30 pm'. */
  hours: string
  orders: RunOrder[]
}

export interface ShownRun {
  id: string
  riderName: string
  riderMobile: string
  link: string
  qr: { size: number; path: string }
  state: 'works' | 'over' | 'revoked'
  /** ISO 8601. */
  linkEndsAt: string
  orders: RunOrder[]
}

/** What the page of runs shows of a day. */
export interface DayRuns {
  day: string
  today: string
  slots: RunSlot[]
  runs: ShownRun[]
  money: DayMoney
}
