/** Phones write curly quotes by themselves. */
const finished = /^\s*(?:["“”]([^"“”]*)["“”]\s*|([^,\n]*))[,\n]/
const quoted = /^\s*["“”][^"“”]*["“”]?\s*$/
const aroundQuotes = /^\s*["“”]|["“”]\s*$/g

/**
 * What a text typed or pasted holds: the entries that a comma or a line end has finished, and what is still being
 * written. Commas inside "quotes" belong to their entry.
 */
export function splitEntries(text: string): { entries: string[]; rest: string } {
  const entries: string[] = []
  let rest = text
  while (!quoted.test(rest)) {
    const found = finished.exec(rest)
    if (!found) break
    entries.push(found[1] ?? found[2] ?? '')
    rest = rest.slice(found[0].length)
  }
  return { entries, rest: rest.trimStart() }
}

/** Every entry of a text, the last one finished or not: `'a, "b, c", d'` has three. */
export function allEntries(text: string): string[] {
  const { entries, rest } = splitEntries(text)
  return [...entries, rest.replace(aroundQuotes, '')]
}

/** An entry as it would be typed: in quotes when it has commas. */
export function asTyped(entry: string): string {
  return entry.includes(',') ? `"${entry.replace(/["“”]/g, "'")}"` : entry
}

/** The chips with the entries added, tidied; an empty one is dropped, and one that is there already, in any case. */
export function addEntries(chips: readonly string[], entries: readonly string[]): string[] {
  const all = [...chips]
  const known = new Set(chips.map((chip) => chip.toLowerCase()))
  for (const entry of entries) {
    const chip = entry.trim().replace(/\s+/g, ' ')
    if (chip === '' || known.has(chip.toLowerCase())) continue
    known.add(chip.toLowerCase())
    all.push(chip)
  }
  return all
}
