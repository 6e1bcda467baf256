import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contradictions } from '../support/cash-orders.ts'
import { judgeFiles, judgeMonth, take } from './judge.ts'
import { lives, type Step } from './life.ts'
import { rowsOf } from './rows.ts'
import { begin, type Cart, openWorld, startLies, type World } from './world.ts'

/** The world of a test file: one shop, in which its lives follow each other. */
export function ownWorld(): () => World {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(async () => {
    if (world.twin !== world.shop) await world.twin.close()
    await world.shop.close()
  })
  return () => world
}

/** @returns what was said and is not so, with the step after which it was */
export async function live(
  world: World,
  [cart, steps]: readonly [Cart, readonly Step[]],
  days?: number,
): Promise<string[]> {
  const life = await begin(world, cart, days)
  const lies = startLies(cart, await rowsOf(world.shop.context.db, life.order))
  for (const [index, step] of steps.entries()) {
    const found = await take(life, step)
    lies.push(...found.map((lie) => `${index + 1}, ${step.does}: ${lie}`))
  }
  const books = (await contradictions(world.shop)).map((one) => JSON.stringify(one))
  return [
    ...lies,
    ...books,
    ...(await judgeFiles(life)),
    ...(await judgeMonth(world, life.tokens.owner)),
  ]
}

/** Ten lives for each seed. */
export function livesByChance(world: () => World, seeds: readonly number[]) {
  it.each(seeds)(
    'ten lives by chance, seed %i',
    async (seed) => {
      const property = fc.asyncProperty(lives, async (life) => {
        expect(await live(world(), life)).toEqual([])
      })
      await fc.assert(property, { seed, numRuns: 10, endOnFailure: true })
    },
    300_000,
  )
}
