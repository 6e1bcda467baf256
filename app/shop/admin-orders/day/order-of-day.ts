export interface OrderOfDay {
  number: number
  /** 'Sun 22 Nov, 6 to 8 pm' */
  when: string
  cakes: number
  /** Their price without the delivery; a customised cake without a price counts as 0. */
  totalPaise: number
}
