/** What is said of a cake that cannot be had at once. */
export interface Availability {
  /** 'Sold out today, next: Sat 5 Dec', 'Next: Sat 5 Dec', 'Sold out', 'Sold out, made until Sat 5 Dec' */
  text: string
  /** The first day on which it can be had; null if it is sold out. */
  nextDay: string | null
}

/** A cake's availability in the words of Google Merchant Center. */
export function shopWordOf({ availability }: { availability?: Availability }) {
  if (!availability) return 'in_stock'
  return availability.nextDay === null ? 'out_of_stock' : 'preorder'
}
