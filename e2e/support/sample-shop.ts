import { ownShop, test as shopTest } from './shop-test.ts'

/** A walk through the shop as a newcomer starts it: the sample cakes with the zones of Bengaluru. */
export const test = shopTest.extend({ shop: ownShop({ SEED: 'sample' }) })
