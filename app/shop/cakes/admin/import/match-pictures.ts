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
 * Finds each file's cake by the names in the list, or by a cake's name or id with a number behind it. Pictures of a cake are
 * in the order of the list, or else of their names.
 */
export function matchPictures<F extends { name: string }>(
  files: readonly F[],
  cakes: readonly PicturelessCake[],
): { matched: Map<string, F[]>; unmatched: F[] } {
  const matched = new Map<string, F[]>()
  const unmatched: F[] = []
  const listed = cakes.map((cake) => ({ cake, keys: cake.files.map(keyOf) }))
  const named = cakes.map((cake) => ({ cake, keys: [keyOf(cake.name), keyOf(cake.id)] }))
  const inOrder = files.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  for (const file of inOrder) {
    const key = keyOf(file.name)
    const start = key.replace(/\d+$/, '')
    const found =
      [listed, named]
        .map((all) => all.filter(({ keys }) => keys.includes(key)))
        .find(([one]) => one) ?? named.filter(({ keys }) => start !== '' && keys.includes(start))
    // Two cakes of one name: nobody knows whose it is.
    if (
      found.length === 0 ||
      (found.length > 1 && !found[0]?.cake.files.some((name) => keyOf(name) === key))
    )
      unmatched.push(file)
    else for (const { cake } of found) matched.set(cake.id, [...(matched.get(cake.id) ?? []), file])
  }
  for (const { cake, keys } of listed)
    matched.get(cake.id)?.sort((a, b) => keys.indexOf(keyOf(a.name)) - keys.indexOf(keyOf(b.name)))
  return { matched, unmatched }
}

/** 'One cake is', '3 cakes are' */
export const cakesText = (count: number) => (count === 1 ? 'One cake is' : `${count} cakes are`)

/** '3 cakes are hidden: no picture yet' */
export function waitingText(count: number): string {
  return count === 0 ? 'Every cake has a picture.' : `${cakesText(count)} hidden: no picture yet`
}
