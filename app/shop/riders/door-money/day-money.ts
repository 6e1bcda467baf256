import type { Paise } from '#shop/values/money.ts'
import type { DoorMethod, DoorMoneyState } from './door-money.ts'

/** An order for which money is, or was, due at the door. */
export interface MoneyLine {
  orderId: string
  number: number
  state: DoorMoneyState
  duePaise: Paise
  takenPaise: Paise
  method: DoorMethod | null
  reference: string | null
  reason: string
}

/** The money at the doors of a day. */
export interface DayMoney {
  lines: MoneyLine[]
  cashPaise: Paise
  upiPaise: Paise
  /** Due, or short, and not waived. */
  openPaise: Paise
}
