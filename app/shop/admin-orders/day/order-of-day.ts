/** An order that a closed day would concern. */
export interface OrderOfDay {
  number: number
  /** '22 Nov 2026, 6 to 8 pm' */
  when: string
  /** How many cakes are to be made. */
  cakes: number
  /** What these cost, without the delivery; a customised cake without a price counts nothing. */
  totalPaise: number
}
