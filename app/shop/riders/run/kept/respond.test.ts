import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patienceMs, respond } from './respond.ts'

const live = 'cakewala:run-2026-11-23T18:00:00.000Z-2'
const ended = 'cakewala:run-2026-11-23T11:59:59.000Z-1'

/** A phone with copies under the names of its caches, and what comes over its line. */
function openPhone(names: string[], line: () => Promise<Response>) {
  const open = async () => ({ match: async () => new Response('copy') })
  const caches = {
    keys: async () => [...names],
    open,
    match: async () => (names.length > 0 ? new Response('copy') : undefined),
    async delete(name: string) {
      names.splice(names.indexOf(name), 1)
    },
  }
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', vi.fn(line))
  return { names, caches }
}

const page = { mode: 'navigate' } as Request
const script = { mode: 'no-cors' } as Request
const policy = { 'content-security-policy': "frame-ancestors 'none'" }
const lost = async () => Promise.reject(new TypeError('Failed to fetch'))
const says = (status: number, headers?: HeadersInit) => async () =>
  new Response('shop', { status, headers })
const shown = async (request: Request) => (await respond(request)).text()

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00.000Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows what the shop sends', async () => {
  openPhone([live], says(200))
  expect(await shown(page)).toBe('shop')
})

it.each([429, 500, 502, 503])(
  'a shop that answers %d is away: the copy is shown',
  async (status) => {
    const { names } = openPhone([live], says(status))
    expect([await shown(page), names]).toEqual(['copy', [live]])
  },
)

it('a shop that is away is shown to a phone without a copy', async () => {
  openPhone([], says(503))
  expect((await respond(page)).status).toBe(503)
})

it('shows the copy without a line, and nothing where there is none', async () => {
  openPhone([live], lost)
  expect(await shown(page)).toBe('copy')
  openPhone([], lost)
  await expect(respond(page)).rejects.toThrow('Failed to fetch')
})

it('shows the copy where no answer comes in time', async () => {
  openPhone([live], () => new Promise(() => {}))
  const answer = shown(page)
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(await answer).toBe('copy')
})

it('waits for an answer where there is no copy', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  openPhone([], () => promise)
  const answer = shown(page)
  await vi.advanceTimersByTimeAsync(patienceMs)
  resolve(new Response('shop'))
  expect(await answer).toBe('shop')
})

it('a link that does not work any more leaves no copy', async () => {
  const { names } = openPhone([live], says(404, policy))
  expect([await shown(page), names]).toEqual(['shop', []])
})

it('a 404 that is not the shop’s throws nothing away', async () => {
  const { names } = openPhone([live], says(404))
  await respond(page)
  expect(names).toEqual([live])
})

it('a script is the kept one, and one that is gone throws nothing away', async () => {
  const { names } = openPhone([live], says(404, policy))
  expect([await shown(script), names]).toEqual(['copy', [live]])
  openPhone([], says(200))
  expect(await shown(script)).toBe('shop')
})

it('shows no copy of a run that has ended', async () => {
  const { names } = openPhone([ended], lost)
  await expect(respond(page)).rejects.toThrow('Failed to fetch')
  expect(names).toEqual([])
})

it('shows what the shop sends also where the phone’s copies cannot be read', async () => {
  const { caches } = openPhone([live], says(404, policy))
  caches.keys = lost
  expect(await shown(page)).toBe('shop')
  expect(await shown(script)).toBe('shop')
})
