import { describe, expect, it } from 'vitest'
import { shareReads } from './share-reads.ts'

/** Reads that end when they are told to. */
function openReads() {
  const begun: { key: string; end: PromiseWithResolvers<number> }[] = []
  const read = shareReads((key) => {
    const end = Promise.withResolvers<number>()
    begun.push({ key, end })
    return end.promise
  })
  return { begun, read }
}

describe('shared reads', () => {
  it('begin at once', async () => {
    const { begun, read } = openReads()
    const answer = read('day')
    begun[0]?.end.resolve(1)
    expect(await answer).toBe(1)
    expect(begun).toHaveLength(1)
  })

  it('are never older than the question: those who ask meanwhile share the next one', async () => {
    const { begun, read } = openReads()
    const first = read('day')
    const others = [read('day'), read('day'), read('day')]
    expect(begun).toHaveLength(1)
    begun[0]?.end.resolve(1)
    expect(await first).toBe(1)
    expect(begun).toHaveLength(2)
    const last = read('day')
    begun[1]?.end.resolve(2)
    expect(await Promise.all(others)).toEqual([2, 2, 2])
    begun[2]?.end.resolve(3)
    expect(await last).toBe(3)
  })

  it('of different things do not wait for each other', async () => {
    const { begun, read } = openReads()
    const both = [read('one'), read('other')]
    expect(begun.map(({ key }) => key)).toEqual(['one', 'other'])
    begun[1]?.end.resolve(2)
    begun[0]?.end.resolve(1)
    expect(await Promise.all(both)).toEqual([1, 2])
  })

  it('that fail do not fail the next one', async () => {
    const { begun, read } = openReads()
    const first = read('day')
    const second = read('day')
    begun[0]?.end.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    begun[1]?.end.resolve(2)
    expect(await second).toBe(2)
    const third = read('day')
    begun[2]?.end.resolve(3)
    expect(await third).toBe(3)
  })
})
