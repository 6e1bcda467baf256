import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database.server.ts'
import { pictureIdIn } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import { type CakeChange, checkImportRow, idOf, type RowFault } from './check-import-row.ts'
import type { FileRow } from './file-rows.ts'

export interface ImportPlan {
  changes: CakeChange[]
  unchanged: number
  faults: RowFault[]
}

/** After so many rows others have their turn. */
const rowsAtOnce = 200

/**
 * What the rows would change, and what is wrong with them.
 *
 * @param findPictureIds those of the pictures that there are; asked once, for those that the cakes show now as well, so
 *   that all can be held at once and in one order, as every other change of a cake holds them
 */
export async function planImport(
  db: Database,
  rows: readonly FileRow[],
  findPictureIds: (ids: string[]) => Promise<Set<string>>,
): Promise<ImportPlan> {
  const shelf = await shelfAround(db, rows)
  const shown = [...shelf.shelf.values()].flatMap((cake) => cake.pictures.map(({ id }) => id))
  const pictures = await findPictureIds([...picturesIn(rows), ...shown])
  const around = { ...shelf, pictures }
  const plan: ImportPlan = { changes: [], unchanged: 0, faults: [] }
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate()
    const { faults, change } = checkImportRow(row, around)
    plan.faults.push(...faults)
    if (change) plan.changes.push(change)
    else if (faults.length === 0) plan.unchanged += 1
  }
  return plan
}

async function shelfAround(db: Database, rows: readonly FileRow[]) {
  const named = new Set(rows.map(idOf))
  const taken = new Set(named)
  const shelf = new Map<string, AdminCake>()
  for await (const batch of readCakesInBatches(db)) {
    for (const cake of batch) {
      taken.add(cake.id)
      if (named.has(cake.id)) shelf.set(cake.id, cake)
    }
  }
  return { shelf, taken, rowOfId: new Map<string, number>() }
}

/** The ids of all pictures that the rows name. */
function picturesIn(rows: readonly FileRow[]): string[] {
  const addresses = rows.flatMap(({ fields: { image } }) => [image].flat())
  const ids = addresses.map((address) =>
    typeof address === 'string' ? pictureIdIn(address) : null,
  )
  return ids.filter((id) => id !== null)
}
