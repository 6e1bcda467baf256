import { root } from '../../scripts/run.ts'
import type { BenchRun } from '../bench.ts'
import { checkLedger } from './check-shop.ts'
import { type Contents, fillByFolder } from './fill-by-folder.ts'
import { type OpenShop, whileOpen } from './open-shop.ts'
import type { Place, ShopPlace } from './places.ts'
import type { ReferenceServer } from './reference.ts'

/** The shop and what it is compared with. */
export interface Both {
  shop: OpenShop
  beside: ReferenceServer
}

/** Opens a filled shop and its reference as long as they are used. Its ledger agrees before, and afterwards by `check`. */
export function whileFilled<T>(
  { place, contents }: { place: Place; contents: Contents },
  { reference, report }: Pick<BenchRun, 'reference' | 'report'>,
  use: (both: Both) => Promise<T>,
  check: (settings: ShopPlace, result: T) => Promise<void> = (settings) =>
    checkLedger(settings, report),
): Promise<T> {
  return place.lend(async (settings) => {
    await fillByFolder(root, settings, contents)
    await checkLedger(settings, report)
    const result = await whileOpen(settings, (shop) =>
      reference.whileOpen(place, contents, (beside) => use({ shop, beside })),
    )
    await check(settings, result)
    return result
  })
}
