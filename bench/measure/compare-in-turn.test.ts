import { expect, it } from 'vitest'
import { comparedColumns, compareInTurn, type TurnLoad } from './compare-in-turn.ts'

/** A server that does so much a second in each of its turns, and the order in which servers are loaded. */
function serverOf(name: string, speeds: number[], order: string[], failed = 0): TurnLoad {
  return {
    pids: [],
    async play(seconds) {
      order.push(`${name} ${seconds} s`)
      return { perSecond: speeds.shift() ?? 0, p50: 1, p99: 2, count: 10, failed }
    },
  }
}

it('the shop and its reference are loaded in turn, after turns to warm up', async () => {
  const order: string[] = []
  const loads = [serverOf('shop', [], order), serverOf('reference', [], order)] as const
  await compareInTurn('a read', loads, { seconds: 2, turns: 2 })
  const turns = ['shop 2 s', 'reference 2 s']
  expect(order).toEqual(['shop 3 s', 'reference 3 s', ...turns, ...turns])
})

it('a ratio is the median of turns that followed each other', async () => {
  const shop = serverOf('shop', [999, 10, 100, 30], [])
  const reference = serverOf('reference', [999, 10, 50, 10], [])
  const { row } = await compareInTurn('a read', [shop, reference], { seconds: 1, turns: 3 })
  const cells = Object.fromEntries(comparedColumns('old').map((name, at) => [name, row[at]]))
  expect(cells).toMatchObject({ what: 'a read', 'a second': 30, 'old a second': 10, ratio: 2 })
})

it('what was done in the shop and what failed in either is counted, with the turns to warm up', async () => {
  const loads = [serverOf('shop', [], [], 1), serverOf('reference', [], [], 2)] as const
  const result = await compareInTurn('a read', loads, { seconds: 1, turns: 2 })
  expect(result).toMatchObject({ count: 30, failed: 9 })
})
