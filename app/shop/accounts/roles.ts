/** Everyone but a customer is staff. */
export const roles = ['customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant'] as const
export type Role = (typeof roles)[number]

/** The cookie `role` of a guest, for the pages. Guests are customers without an account. */
export const guestCookie = 'guest'

/** The specification's `isAdmin`. */
export function isStaff(role: Role): boolean {
  return role !== 'customer'
}
