import { join } from 'node:path'
import type * as FillDelivery from '../delivery/fill-delivery.ts'
import { answersParent, askForked } from '../measure/forked.ts'
import type * as OpenShop from './open-shop.ts'
import type { ShopPlace } from './places.ts'
import type { Amounts } from './shop-rows.ts'

/** What a shop has in its database. */
export interface Contents {
  amounts: Amounts
  /** In the slots of the next month; without them no slot is there to choose. */
  ordersADay?: number
}

interface Filling {
  settings: ShopPlace
  contents: Contents
}

/** Fills an empty database by the bench of a folder: its tables and migrations may be others than ours. */
export function fillByFolder(
  folder: string,
  settings: ShopPlace,
  contents: Contents,
): Promise<void> {
  return askForked<Filling, void>(import.meta.filename, { settings, contents }, { cwd: folder })
}

async function fillHere({ settings, contents: { amounts, ordersADay } }: Filling) {
  const bench = join(process.cwd(), 'bench')
  const { fill } = (await import(join(bench, 'shops/open-shop.ts'))) as typeof OpenShop
  await fill(settings, amounts)
  if (ordersADay === undefined) return
  const delivery = await import(join(bench, 'delivery/fill-delivery.ts'))
  await (delivery as typeof FillDelivery).fillDelivery(settings, ordersADay)
}

if (import.meta.main) answersParent(fillHere)
