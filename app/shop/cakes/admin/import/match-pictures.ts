/** A cake that waits for pictures; `files` are their names in the owner's list, if it has some. */
export interface PicturelessCake {
  id: string
  name: string
  files: string[]
}

/** The letters and digits of a name, without its ending: 'Truffle Cake (2).JPG' is 'trufflecake2'. */
function keyOf(name: string): string {
  const plain = name.slice(-200).normalize('NFKC').toLowerCase()
  return plain.replace(/\.[a-z]{3,4}$/, '').replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/**
 * Finds each file's cakes: all that have its name in the list, or else the one whose name or id it is, with or without a
 * number behind. A cake's pictures are in the order of the list, or else of their names.
 */
export function matchPictures<F extends { name: string }>(
  files: readonly F[],
  cakes: readonly PicturelessCake[],
): { matched: Map<string, F[]>; unmatched: F[] } {
  const keyed = cakes.map(({ id, name, files }) => {
    return { id, listed: files.map(keyOf), own: [keyOf(name), keyOf(id)] }
  })
  const matched = new Map<string, F[]>()
  const unmatched: F[] = []
  for (const file of files.toSorted((a, b) => inOrder.compare(a.name, b.name))) {
    const key = keyOf(file.name)
    const start = key.replace(/\d+$/, '')
    const listed = keyed.filter((cake) => cake.listed.includes(key))
    const exact = keyed.filter((cake) => cake.own.includes(key))
    const numbered = keyed.filter((cake) => start !== '' && cake.own.includes(start))
    const named = exact.length > 0 ? exact : numbered
    // Two cakes of one name: nobody knows whose it is.
    const owners = listed.length === 0 && named.length === 1 ? named : listed
    if (owners.length === 0) unmatched.push(file)
    for (const { id } of owners) matched.set(id, [...(matched.get(id) ?? []), file])
  }
  for (const { id, listed } of keyed) {
    const placeOf = (file: F) => listed.indexOf(keyOf(file.name))
    matched.get(id)?.sort((a, b) => placeOf(a) - placeOf(b))
  }
  return { matched, unmatched }
}

/** 'cake-9' before 'cake-10' */
const inOrder = new Intl.Collator('en', { numeric: true })

/** 'One cake is', '3 cakes are' */
export const cakesText = (count: number) => (count === 1 ? 'One cake is' : `${count} cakes are`)

/** '3 cakes are hidden: no picture yet' */
export function waitingText(count: number): string {
  return count === 0 ? 'Every cake has a picture.' : `${cakesText(count)} hidden: no picture yet`
}
