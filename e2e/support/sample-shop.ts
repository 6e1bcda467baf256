import { startShop } from './shop-server.ts'
import { test as shopTest } from './shop-test.ts'

/** A walk through the shop as a newcomer starts it: the sample cakes with the zones of Bengaluru. */
export const test = shopTest.extend<object, { shop: Awaited<ReturnType<typeof startShop>> }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await startShop({ SEED: 'sample' })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
