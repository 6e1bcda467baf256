import { describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import type { EarliestResponse } from '../delivery.schema.ts'
import { createEarliestMemory, rememberedMs } from './use-earliest.ts'

const served: EarliestResponse = {
  hasZones: true,
  hasPickup: false,
  zone: { name: 'City', fee: 50, freeFrom: null, minimum: 0 },
  earliest: null,
}
const earliestKey = 'cakewala:earliest'
const home = { pincode: '560034', lines: '' }

/** A browser's visit: a clock, a storage, and a shop with prepared responses. */
function visit() {
  const stored = stubStorage('sessionStorage')
  let now = 1_000_000
  const shop = { send: vi.fn(async (): Promise<EarliestResponse | null> => served) }
  const open = () => createEarliestMemory({ now: () => new Date(now) }, shop.send)
  const wait = (ms: number) => {
    now += ms
  }
  return { stored, shop, open, wait }
}

describe('responses of the shop', () => {
  it('are requested once, also by two at the same time', async () => {
    const { shop, open } = visit()
    const memory = open()
    await Promise.all([memory.refresh(home), memory.refresh(home)])
    await memory.refresh(home)
    expect(shop.send).toHaveBeenCalledTimes(1)
    expect(memory.lastResponse(home)).toEqual(served)
  })

  it('are requested again after five minutes, and shown until then', async () => {
    const { shop, open, wait } = visit()
    const memory = open()
    await memory.refresh(home)
    wait(rememberedMs)
    expect(memory.lastResponse(home)).toEqual(served)
    await memory.refresh(home)
    expect(shop.send).toHaveBeenCalledTimes(2)
  })

  it('are there on the next page, as long as they are fresh', async () => {
    const { shop, open, wait } = visit()
    await open().refresh(home)
    wait(rememberedMs - 1)
    expect(open().lastResponse(home)).toEqual(served)
    await open().refresh(home)
    expect(shop.send).toHaveBeenCalledTimes(1)
    wait(1)
    expect(open().lastResponse(home)).toBeNull()
  })

  it('of another pincode or other lines are others', async () => {
    const { shop, open } = visit()
    const memory = open()
    await memory.refresh(home)
    await memory.refresh({ ...home, pincode: '560035' })
    await memory.refresh({ ...home, lines: 'truffle:1:1' })
    expect(shop.send).toHaveBeenCalledTimes(3)
  })

  it('that did not come are requested again', async () => {
    const { shop, open } = visit()
    const memory = open()
    shop.send.mockResolvedValueOnce(null)
    expect(await memory.refresh(home)).toBeNull()
    expect(memory.lastResponse(home)).toBeNull()
    expect(await memory.refresh(home)).toEqual(served)
  })

  it('notify listeners until they unsubscribe', async () => {
    const memory = visit().open()
    const listener = vi.fn()
    const leave = memory.subscribe(listener)
    await memory.refresh(home)
    leave()
    await memory.refresh({ ...home, pincode: '560035' })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('stay in a bounded number, the newest', async () => {
    const { stored, open } = visit()
    const memory = open()
    for (let n = 10; n < 35; n += 1) await memory.refresh({ ...home, lines: `cake-${n}:1:1` })
    expect(JSON.parse(stored[earliestKey] ?? '')).toHaveLength(10)
    expect(memory.lastResponse({ ...home, lines: 'cake-24:1:1' })).toBeNull()
    expect(memory.lastResponse({ ...home, lines: 'cake-34:1:1' })).toEqual(served)
  })

  it.each(['', '{', 'null', '{}', '[1]', '[["560034 ",null]]', '[["560034 ",{"at":"now"}]]'])(
    'are none when the storage holds %s',
    (text) => {
      const { stored, open } = visit()
      stored[earliestKey] = text
      expect(open().lastResponse(home)).toBeNull()
    },
  )
})
