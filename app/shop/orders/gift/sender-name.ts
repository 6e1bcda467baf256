import { greetedName } from '#shop/values/typed/person-name.ts'
import type { Order } from '../order.ts'

/** The first word of the sender's name, for the recipient; 'somebody' if it is not plainly a name. */
export function senderName({ customerName }: Pick<Order, 'customerName'>): string {
  return greetedName(customerName).trim() || 'somebody'
}
