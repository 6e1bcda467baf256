import { sql } from 'drizzle-orm'
import { readConfig } from '#app/config/config.server.ts'
import { checkShopConsistency } from '#app/operations/commands.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import type { Report } from '../report/report.ts'
import type { ShopPlace } from './places.ts'

/** Compares the ledger of a shop that is closed. */
export async function checkLedger(place: ShopPlace, report: Report) {
  const result = await checkShopConsistency(readConfig({ ...place }), {
    withFiles: false,
    providerDays: null,
  })
  report.say(result.lines[0] ?? '')
  if (!result.isConsistent) report.wrong(result.lines.join('\n'))
}

/** As `checkLedger`, and looks for the orders that customers placed: each is there with its mail and the job that sends it. */
export async function checkShop(place: ShopPlace, placed: number, report: Report) {
  await checkLedger(place, report)
  const found = await placedOrders(place)
  if (found.orders !== placed || found.mailed !== placed) {
    report.wrong(`${placed} orders were placed, ${found.orders} are there, ${found.mailed} mailed`)
  }
}

async function placedOrders({ DATABASE_URL, DATA_DIR }: ShopPlace) {
  const url = DATABASE_URL || undefined
  const { db, close } = await openDatabase({ url, dataDir: DATA_DIR, migrationsFolder: null })
  try {
    const { rows } = await db.execute<{ orders: number; mailed: number }>(sql`
      select count(*)::int as orders, count(sent.id)::int as mailed from orders left join (
        select mails.id from mails join pgboss.job on job.name = 'send-mail' and job.data->>'mailId' = mails.id
      ) sent on sent.id = 'order-placed-' || orders.id
      where state = 'placed' and checkout_key not like 'bench-%'`)
    return rows[0] ?? { orders: 0, mailed: 0 }
  } finally {
    await close()
  }
}
