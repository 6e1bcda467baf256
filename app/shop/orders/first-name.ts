/** The first word of a name, where no more of a customer is to be said: on tickets, behind an offer's link. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
