import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutViolations } from './layout.ts'

const folder = mkdtempSync(join(tmpdir(), 'cakewala-layout-'))

/** A small shop by the rules, and beside it one file for each way to break them. */
const files: Record<string, string> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: {
      '#platform/*': './app/platform/*',
      '#ui/*': './app/ui/*',
      '#shop/*': './app/shop/*',
      '#app/*': './app/*',
    },
  }),
  'app/context.server.ts': 'export const context = 1',
  'app/main.server.ts': `import './shop/cart/cart.page.tsx'`,
  'app/platform/clock.ts': 'export type Clock = () => Date',
  'app/ui/button.tsx': 'export const Button = () => <button type="button">Add</button>',
  'app/shop/values/money.ts': `import type { Clock } from '#platform/clock.ts'\nexport type At = Clock`,
  'app/shop/cakes/cake.ts': `import type { At } from '#shop/values/money.ts'\nexport type Cake = At`,
  'app/shop/cakes/cakes.tables.server.ts': 'export const cakes = 1',
  'app/shop/cakes/cakes.store.server.ts': `import { cakes } from './cakes.tables.server.ts'\nexport const store = cakes`,
  'app/shop/cart/cart.page.tsx': `import { context } from '#app/context.server.ts'\nimport { store } from '#shop/cakes/cakes.store.server.ts'\nimport '#shop/admin/panel.ts'\nexport const page = [context, store]`,
  'app/shop/admin/panel.ts': `import type { Cake } from '#shop/cakes/cake.ts'\nexport type Panel = Cake`,
  'app/shop/cakes/button.tsx': `import type { store } from './cakes.store.server.ts'\nexport type Store = typeof store\nexport const Button = () => <p>button</p>`,

  'app/platform/knows-shop.ts': `import type { Cake } from '#shop/cakes/cake.ts'\nexport type X = Cake`,
  'app/ui/knows-platform.ts': `import type { Clock } from '#platform/clock.ts'\nexport type X = Clock`,
  'app/ui/inline-type.ts': `export type X = import('#shop/cakes/cake.ts').Cake`,
  'app/shop/values/knows-cakes.ts': `import type { Cake } from '#shop/cakes/cake.ts'\nexport type X = Cake`,
  'app/shop/values/later.ts': `export const later = () => import('#shop/admin/panel.ts')`,
  'app/shop/cakes/reaches-up.server.ts': `import '#app/main.server.ts'`,
  'app/shop/cakes/takes-context.server.ts': `import '#app/context.server.ts'`,
  'app/shop/cakes/card.tsx': `import './cakes.store.server.ts'\nexport const Card = () => <p>card</p>`,
  'app/shop/cakes/other.tables.server.ts': `import './cake.ts'`,
  'app/shop/cakes/long-way.ts': `import '#shop/cakes/cake.ts'`,
  'app/shop/cakes/short-cut.ts': `import '../values/money.ts'`,
  'app/shop/orders/opens-page.ts': `import '#shop/cart/cart.page.tsx'`,
  'app/shop/promotions/new.ts': 'export const fresh = 1',
  'app/shop/admin/new-word.ts': `import '#shop/promotions/new.ts'`,
  'app/shop/orders/opens-sample.ts': `import '../../../db/sample.ts'`,
  'app/shop/orders/opens-test.ts': `import './order.test.ts'`,
  'app/shop/orders/order.test.ts': `import '../../../test/contracts/order.ts'`,
  'test/contracts/order.ts': 'export const contract = 1',
  'scripts/operator/command.ts': `import '../../app/ui/button.tsx'`,
  'db/sample.ts': 'export const sample = 1',
  'app/shop/orders/egg.ts': `import './hen.ts'`,
  'app/shop/orders/hen.ts': `import './egg.ts'`,
  'app/shop/orders/nowhere.ts': `import './missing.ts'`,
}

beforeAll(() => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${content}\n`)
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

test('every way to break the layout is caught, and nothing that follows it', async () => {
  const found = (await layoutViolations(folder)).map(({ from, rule }) => `${from}: ${rule.name}`)
  expect(found.sort()).toEqual(
    [
      'app/platform/knows-shop.ts: platform-alone',
      'app/ui/knows-platform.ts: ui-alone',
      'app/ui/inline-type.ts: ui-alone',
      'app/shop/values/knows-cakes.ts: slice-order-values',
      'app/shop/values/later.ts: slice-order-values',
      'app/shop/cakes/reaches-up.server.ts: shop-below-root',
      'app/shop/cakes/takes-context.server.ts: context-for-pages',
      'app/shop/cakes/card.tsx: server-stays-on-server',
      'app/shop/cakes/other.tables.server.ts: tables-import-drizzle-only',
      'app/shop/cakes/long-way.ts: relative-within-a-slice',
      'app/shop/cakes/short-cut.ts: alias-across-slices',
      'app/shop/orders/opens-page.ts: pages-are-ends',
      'app/shop/admin/new-word.ts: known-slices',
      'app/shop/orders/opens-sample.ts: sample-for-root',
      'app/shop/orders/opens-test.ts: tests-are-ends',
      'app/shop/orders/egg.ts: no-cycles',
      'app/shop/orders/nowhere.ts: resolvable',
      'scripts/operator/command.ts: commands-without-tsx',
    ].sort(),
  )
})
