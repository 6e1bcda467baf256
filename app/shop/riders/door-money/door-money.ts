import type { Paise } from '#shop/values/money.ts'

/** How the money that is due at a door stands. */
export const doorMoneyStates = ['due', 'taken', 'short', 'waived'] as const
export type DoorMoneyState = (typeof doorMoneyStates)[number]

/** How it was paid. */
export const doorMethods = ['cash', 'upi'] as const
export type DoorMethod = (typeof doorMethods)[number]

/** Every change, and from where: what is taken or waived stays so, and the rest of what was short may be waived. */
const changes = {
  take: { from: ['due'], to: 'taken' },
  takeLess: { from: ['due'], to: 'short' },
  waive: { from: ['due', 'short'], to: 'waived' },
} as const satisfies Record<string, { from: readonly DoorMoneyState[]; to: DoorMoneyState }>

export type DoorMoneyChange = keyof typeof changes

export const doorMoneyChanges = Object.keys(changes) as DoorMoneyChange[]

/** Where a change leads; null when it may not be made now (409 in the API). */
export function doorMoneyAfter(
  state: DoorMoneyState,
  change: DoorMoneyChange,
): DoorMoneyState | null {
  const { from, to }: { from: readonly DoorMoneyState[]; to: DoorMoneyState } = changes[change]
  return from.includes(state) ? to : null
}

export const doorMoneyLabels: Record<DoorMoneyState, string> = {
  due: 'Due',
  taken: 'Taken',
  short: 'Short',
  waived: 'Waived',
}

/** The twelve digits by which banks know a payment by UPI. */
export const upiReferencePattern = /^\d{12}$/

/** The most characters of why money was short, or is waived. */
export const longestMoneyReason = 140

interface UpiPayment {
  upiId: string
  shopName: string
  orderNumber: number
  amountPaise: Paise
}

/** What a phone's UPI app opens, as the standard of NPCI has it: payee, name, rupees, currency and note. */
export function upiLink({ upiId, shopName, orderNumber, amountPaise }: UpiPayment): string {
  const fields = {
    pa: upiId,
    pn: shopName,
    am: (amountPaise / 100).toFixed(2),
    cu: 'INR',
    tn: `Order ${orderNumber}`,
  }
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `upi://pay?${query.join('&')}`
}
