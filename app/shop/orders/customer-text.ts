/** An order's address line as people read it: '12 Hill Road,400050,Mumbai' → '12 Hill Road, 400050, Mumbai'. */
export function addressText(line: string): string {
  return line.replaceAll(/,\s*/g, ', ')
}
