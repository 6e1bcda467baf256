import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'

/** After so many attempts of a refund the owner is mailed to add money at the provider. */
export const attemptsUntilMail = 3

/** Why an amount of a card payment cannot be refunded, as a sentence; null when it can. */
export function refundError(amountPaise: Paise, leftPaise: Paise): string | null {
  if (leftPaise <= 0) return 'The card payment is already fully refunded.'
  return amountPaise > leftPaise
    ? `Only ${formatInr(leftPaise)} of the card payment is left to refund.`
    : null
}

/** Reads a typed amount of rupees; a sentence when it cannot be refunded. */
export function readRefund(text: string, leftPaise: Paise): Paise | string {
  const typed = text.trim()
  if (typed === '') return 'Please enter the amount in rupees.'
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return 'Please enter the amount as a number, like 450.'
  const amountPaise = toPaise(Number(typed))
  if (amountPaise === 0) return 'The amount must be more than 0.'
  return refundError(amountPaise, leftPaise) ?? amountPaise
}
