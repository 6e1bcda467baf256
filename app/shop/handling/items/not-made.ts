/** For the credit note and the shop's own records. */
export function notMade({ name }: { name: string }, reason = '') {
  const creditReason = `${name} not made`
  return { creditReason, reason: reason === '' ? creditReason : `${name} dropped: ${reason}` }
}
