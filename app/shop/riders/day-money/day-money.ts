import type { DoorMethod, DoorMoneyState } from '#shop/orders/door/door-money.ts'
import type { Paise } from '#shop/values/money.ts'

/** What was paid at a door, or afterwards; below 0 what was given back. */
export interface PaidPart {
  /** One each at most: at the door, and the rest of it afterwards. */
  part: 'door' | 'rest'
  paise: Paise
  /** Null where nothing was taken. */
  method: DoorMethod | null
  reference: string | null
  /** Why it was short; '' otherwise. */
  reason: string
}

/** An order for which money is, or was, due when it is handed over. */
export interface MoneyLine {
  orderId: string
  number: number
  state: DoorMoneyState
  /** It can be recorded that what is open was paid, or given back. */
  maySettle: boolean
  /** Without what was waived. */
  duePaise: Paise
  takenPaise: Paise
  waivedPaise: Paise
  /** Due and not taken; below 0 what was too much. */
  openPaise: Paise
  payments: PaidPart[]
  /** What a UPI app opens to pay what is open. */
  upiLink: string
}

/** The money of a day's orders. */
export interface DayMoney {
  lines: MoneyLine[]
  cashPaise: Paise
  upiPaise: Paise
  /** Due, or short, and not waived. */
  openPaise: Paise
}
