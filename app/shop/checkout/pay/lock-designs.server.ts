import type { Database } from '#platform/database/database.server.ts'
import { pictureIdIn } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import type { OrderLine } from '../checkout.endpoints.ts'

const designGone = 'The picture of your customised cake is no longer kept. Please add it anew.'

/**
 * Holds the pictures of customised cakes, so that none is swept before the order is kept.
 *
 * @returns the lines that lack one that is gone: `order.0` → sentence
 */
export async function lockDesigns(
  tx: Database,
  lines: readonly OrderLine[],
  now: Date,
): Promise<Record<string, string>> {
  const ids = new Set(lines.flatMap(designIds))
  const held = new Set(await lockPictures(tx, [...ids], now))
  const gone = [...lines.entries()].filter(([, line]) =>
    designIds(line).some((id) => !held.has(id)),
  )
  return Object.fromEntries(gone.map(([index]) => [`order.${index}`, designGone]))
}

function designIds({ customize, image }: OrderLine): string[] {
  return customize ? image.flatMap((address) => pictureIdIn(address) ?? []) : []
}
