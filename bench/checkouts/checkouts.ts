import type { Bench } from '../bench.ts'
import type { Report } from '../report/report.ts'
import { checkShop } from '../shops/check-shop.ts'
import { amountsFor, fill, type OpenShop, whileOpen } from '../shops/open-shop.ts'
import { checkOutInTurn, customerColumns, measureCustomers } from './checkout-turns.ts'

const clientsAtOnce = [8, 32]

/** Customers register, sign in and check out, each until its order is placed; then the ledger are compared. */
export const checkouts: Bench = {
  about: 'whole checkouts by 8 and 32 customers at once, and whether the ledger agree',
  async run({ places, options: { seconds, ...options }, report }) {
    const amounts = amountsFor(options)
    for (const place of places) {
      await place.lend(async (settings) => {
        await fill(settings, amounts)
        const since = new Date()
        const [accounts, orders] = await whileOpen(settings, async (shop) => [
          await measureAccounts(shop, { seconds, among: amounts.users }, report),
          await checkOutInTurn(
            clientsAtOnce.map((clients) => ({
              name: `check out, ${clients} at once`,
              shop,
              clients,
            })),
            { seconds },
            report,
          ),
        ])
        const title = `Checkouts: ${place.name}, ${amounts.orders} orders before`
        const rows = [...accounts, ...orders].map(({ row }) => row)
        report.show({ title, columns: customerColumns, rows })
        const placed = orders.reduce((sum, { done }) => sum + done, 0)
        await checkShop(settings, { placed, since }, report)
      })
    }
  },
}

/** What hashing passwords costs by design stands apart from the checkouts. */
async function measureAccounts(
  shop: OpenShop,
  { seconds, among }: { seconds: number; among: number },
  report: Report,
) {
  const clients = clientsAtOnce[0] ?? 1
  const registering = { shop, seconds, group: 254, does: { what: 'register', clients } } as const
  const signingIn = {
    shop,
    seconds,
    group: 255,
    does: { what: 'sign in', clients, among },
  } as const
  return [
    await measureCustomers(`register, ${clients} at once`, registering, report),
    await measureCustomers(`sign in, ${clients} at once`, signingIn, report),
  ]
}
