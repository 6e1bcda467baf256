export interface OrderOfDay {
  number: number
  /** '22 Nov 2026, 6 to 8 pm' */
  when: string
  cakes: number
  /** Their price without the delivery; a customised cake without a price counts as 0. */
  totalPaise: number
}
