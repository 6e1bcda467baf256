import { describe, expect, it, vi } from 'vitest'
import { shareReads } from './share-reads.server.ts'

/** Reads that end when they are told to. */
function openReads() {
  const begun: { key: string; end: PromiseWithResolvers<number> }[] = []
  const read = shareReads((key) => {
    const end = Promise.withResolvers<number>()
    begun.push({ key, end })
    return end.promise
  })
  const untilBegun = (count: number) => vi.waitFor(() => expect(begun).toHaveLength(count))
  return { begun, read, untilBegun }
}

describe('shared reads', () => {
  it('are one for all who ask in the same turn', async () => {
    const { begun, read, untilBegun } = openReads()
    const all = Promise.all([read('day'), read('day'), read('day')])
    await untilBegun(1)
    begun[0]?.end.resolve(1)
    expect(await all).toEqual([1, 1, 1])
    expect(begun).toHaveLength(1)
  })

  it('are never older than the question: those who ask meanwhile share the next one', async () => {
    const { begun, read, untilBegun } = openReads()
    const first = read('day')
    await untilBegun(1)
    const others = Promise.all([read('day'), read('day'), read('day')])
    begun[0]?.end.resolve(1)
    expect(await first).toBe(1)
    await untilBegun(2)
    const last = read('day')
    begun[1]?.end.resolve(2)
    expect(await others).toEqual([2, 2, 2])
    await untilBegun(3)
    begun[2]?.end.resolve(3)
    expect(await last).toBe(3)
  })

  it('of different things do not wait for each other', async () => {
    const { begun, read, untilBegun } = openReads()
    const both = Promise.all([read('one'), read('other')])
    await untilBegun(2)
    expect(begun.map(({ key }) => key)).toEqual(['one', 'other'])
    begun[1]?.end.resolve(2)
    begun[0]?.end.resolve(1)
    expect(await both).toEqual([1, 2])
  })

  it('that fail do not fail the next one', async () => {
    const { begun, read, untilBegun } = openReads()
    const first = read('day')
    await untilBegun(1)
    const second = read('day')
    begun[0]?.end.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await untilBegun(2)
    begun[1]?.end.resolve(2)
    expect(await second).toBe(2)
  })
})
