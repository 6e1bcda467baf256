import { spawnSync } from 'node:child_process'
import { freePort } from '../../scripts/free-port.ts'
import { root } from '../../scripts/run.ts'
import { startServer } from '../../test/process/server-process.ts'
import { adminOfBench } from './accounts.ts'
import { fillDatabase } from './fill-database.ts'
import type { ShopPlace } from './places.ts'
import type { Amounts } from './shop-rows.ts'

/** The built shop, open in processes of its own. */
export interface OpenShop {
  url: string
  /** The process that answers, and those that it has started. */
  pids: number[]
}

/** The default amounts of a shop with so many cakes and orders. */
export function amountsFor({ cakes = 1000, orders = 10_000 }): Amounts {
  return { cakes, orders, users: Math.max(1000, orders / 5), waiting: 120, days: 730 }
}

/** Fills an empty database. */
export function fill({ DATABASE_URL, DATA_DIR }: ShopPlace, amounts: Amounts): Promise<void> {
  return fillDatabase({ url: DATABASE_URL || undefined, dataDir: DATA_DIR }, amounts, () => {})
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.trim() ? stdout.trim().split('\n').map(Number) : []
}

/** Opens the shop of a place, built in a folder, as long as it is used. Clients say their addresses themselves, as if a proxy had. */
export async function whileOpen<T>(
  place: ShopPlace,
  use: (shop: OpenShop) => Promise<T>,
  { catalogue = 'none', folder = root }: { catalogue?: 'none' | 'cakes'; folder?: string } = {},
): Promise<T> {
  const settings = {
    ...place,
    PORT: await freePort(),
    SEED: catalogue,
    TRUST_PROXY: 'on',
    ADMIN_PASSWORD: adminOfBench.password,
  }
  const shop = await startServer(settings, ['env', `--chdir=${folder}`])
  try {
    return await use({ url: shop.url, pids: [shop.pid, ...childrenOf(shop.pid)] })
  } finally {
    await shop.end('SIGTERM')
  }
}
