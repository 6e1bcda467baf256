import type { Database } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import type { ShopServer } from './shop-server.ts'

/** Closes the shop, has its database changed as otherwise only days would change it, and opens it again. */
export async function changeWhileClosed(
  shop: ShopServer,
  change: (db: Database) => Promise<unknown>,
) {
  await shop.stop()
  const database = await openDatabase({
    url: shop.databaseUrl,
    dataDir: shop.dataDir,
    migrationsFolder: 'db/migrations',
  })
  try {
    await change(database.db)
  } finally {
    await database.close()
  }
  await shop.start()
}
