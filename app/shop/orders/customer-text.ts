/**
 * An order's address line as people read it: '12 Hill Road,400050,Mumbai' → '12 Hill Road, 400050, Mumbai'. Without its
 * street: '400050, Mumbai'.
 */
export function addressText(line: string): string {
  return line.replace(/^,/, '').replaceAll(/,\s*/g, ', ')
}

/** The first word of a name, for tickets and for the page of a quote, which need no more. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
