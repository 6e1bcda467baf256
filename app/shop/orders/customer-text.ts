/** An order's address line as people read it: '12 Hill Road,400050,Mumbai' → '12 Hill Road, 400050, Mumbai'. */
export function addressText(line: string): string {
  return line.replaceAll(/,\s*/g, ', ')
}

/** The first word of a name, where no more of a customer is to be said: on tickets, behind an offer's link. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
