import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Baseline, startBaseline } from '../measure/baseline.ts'
import { commitOf } from '../report/machine.ts'
import { type Contents, fillByFolder } from './fill-by-folder.ts'
import { type OpenShop, whileOpen } from './open-shop.ts'
import type { Place } from './places.ts'

/** What the shop is compared with, in turns: the baseline, or the shop of another folder. */
export interface Reference {
  /** In the names of columns. */
  name: string
  /** Opens it as long as it is used, with the same contents as the shop has, on a database of its own. */
  whileOpen<T>(
    place: Place,
    contents: Contents,
    use: (server: ReferenceServer) => Promise<T>,
  ): Promise<T>
}

export interface ReferenceServer extends OpenShop {
  /** Undefined for a shop, which answers by itself. */
  answer?: Baseline['answer']
}

export const baselineReference: Reference = {
  name: 'baseline',
  async whileOpen(_place, _contents, use) {
    const { url, pid, answer, end } = await startBaseline()
    try {
      return await use({ url, pids: [pid], answer })
    } finally {
      await end()
    }
  },
}

/**
 * The shop of another checkout of the repository, such as one of an older commit.
 *
 * @throws Error with a sentence about what it lacks
 */
export function shopInFolder(given: string): Reference {
  const folder = resolve(given)
  const needed = [
    'bench/shops/open-shop.ts',
    'node_modules/.package-lock.json',
    'build/server/index.js',
  ]
  const missing = needed.find((name) => !existsSync(join(folder, name)))
  if (missing) {
    throw new Error(`${folder} has no ${missing}. Check the shop out there and 'npm run build' it.`)
  }
  return {
    name: commitOf(folder) || 'old',
    whileOpen: (place, contents, use) =>
      place.lend(async (settings) => {
        await fillByFolder(folder, settings, contents)
        return whileOpen(settings, use, { folder })
      }),
  }
}
