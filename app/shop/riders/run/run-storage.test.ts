import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import {
  createPageSaver,
  offlineAfterMs,
  removeEndedRuns,
  respond,
  runKey,
  storedByOrder,
} from './run-storage.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const ended = { id: '1', linkEndsAt: '2026-11-23T11:59:59.000Z' }
const live = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const next = { id: '3', linkEndsAt: '2026-11-23T20:00:00.000Z' }

it('has keys that are cleared with the shop’s', () => {
  expect(runKey(live)).toBe('cakewala:run-2026-11-23T18:00:00.000Z-2')
})

it('removes other runs that have ended once a run is opened, and nothing else', () => {
  const texts = stubStorage('localStorage', {
    'cakewala:cart': '{}',
    [runKey(ended)]: '[1]',
    [`${runKey(ended)}-taken`]: '{"1":{}}',
    [runKey(live)]: '[1]',
    [`${runKey(live)}-taken`]: '{"1":{}}',
  })
  removeEndedRuns(next, now)
  expect(Object.keys(texts)).toEqual(['cakewala:cart', runKey(live), `${runKey(live)}-taken`])
})

it('does not remove the open run if the phone’s clock is ahead', () => {
  const texts = stubStorage('localStorage', { [runKey(ended)]: '[1]' })
  removeEndedRuns(ended, now)
  expect(Object.keys(texts)).toEqual([runKey(ended)])
})

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const openTexts = () => storedByOrder('key', isText)

it('values of orders are there on a page that is opened again, until they are cleared', () => {
  const texts = stubStorage('localStorage')
  openTexts().set('1', 'delivered')
  openTexts().set('2', 'failed')
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual(['delivered', 'failed'])
  openTexts().clear()
  expect([openTexts().get('2'), Object.keys(texts)]).toEqual([undefined, []])
})

it('damaged values are left out', () => {
  stubStorage('localStorage', { key: '{"1":5,"2":"failed"}' })
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual([undefined, 'failed'])
})

const liveName = 'cakewala:run-2026-11-23T18:00:00.000Z-2'
const endedName = 'cakewala:run-2026-11-23T11:59:59.000Z-1'

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
  openPhone([liveName], says(200))
  expect(await shown(page)).toBe('shop')
})

it.each([429, 500, 502, 503])(
  'a shop that responds %d is away: the copy is shown',
  async (status) => {
    const { names } = openPhone([liveName], says(status))
    expect([await shown(page), names]).toEqual(['copy', [liveName]])
  },
)

it('a shop that is away is shown to a phone without a copy', async () => {
  openPhone([], says(503))
  expect((await respond(page)).status).toBe(503)
})

it('shows the copy while offline, and nothing if there is none', async () => {
  openPhone([liveName], lost)
  expect(await shown(page)).toBe('copy')
  openPhone([], lost)
  await expect(respond(page)).rejects.toThrow('Failed to fetch')
})

it('shows the copy if no response comes in time', async () => {
  openPhone([liveName], () => new Promise(() => {}))
  const response = shown(page)
  await vi.advanceTimersByTimeAsync(offlineAfterMs)
  expect(await response).toBe('copy')
})

it('waits for a response if there is no copy', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  openPhone([], () => promise)
  const response = shown(page)
  await vi.advanceTimersByTimeAsync(offlineAfterMs)
  resolve(new Response('shop'))
  expect(await response).toBe('shop')
})

it('a link that does not work any more leaves no copy', async () => {
  const { names } = openPhone([liveName], says(404, policy))
  expect([await shown(page), names]).toEqual(['shop', []])
})

it('a 404 that is not the shop’s deletes nothing', async () => {
  const { names } = openPhone([liveName], says(404))
  await respond(page)
  expect(names).toEqual([liveName])
})

it('a script is the saved one, and one that is gone deletes nothing', async () => {
  const { names } = openPhone([liveName], says(404, policy))
  expect([await shown(script), names]).toEqual(['copy', [liveName]])
  openPhone([], says(200))
  expect(await shown(script)).toBe('shop')
})

it('shows no copy of a run that has ended', async () => {
  const { names } = openPhone([endedName], lost)
  await expect(respond(page)).rejects.toThrow('Failed to fetch')
  expect(names).toEqual([])
})

it('shows what the shop sends also where the phone’s copies cannot be read', async () => {
  const { caches } = openPhone([liveName], says(404, policy))
  caches.keys = lost
  expect(await shown(page)).toBe('shop')
  expect(await shown(script)).toBe('shop')
})

const run = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const forbidden = async () => Promise.reject(new TypeError('Failed'))

/** What a phone saves, in this order. */
function openSavingPhone({ register = async () => {}, addAll = async () => {} } = {}) {
  const saved: string[] = []
  vi.stubGlobal('location', { href: '/run/token' })
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  vi.stubGlobal('caches', {
    async open(name: string) {
      saved.push(name)
      return {
        async addAll(scripts: string[]) {
          await addAll()
          saved.push(...scripts)
        },
        async put(address: string) {
          saved.push(address)
        },
      }
    },
  })
  return { saved, save: createPageSaver(run, '/assets/worker.js') }
}

const name = `cakewala:run-${run.linkEndsAt}-${run.id}`

it('saves a page after the scripts that it names', async () => {
  const { save, saved } = openSavingPhone()
  await save(new Response(), ['/assets/a.js'])
  await save(new Response(), ['/assets/b.js'])
  expect(saved).toEqual([name, '/assets/a.js', '/run/token', '/assets/b.js', '/run/token'])
})

it('keeps the former page if the scripts of a new one cannot be loaded', async () => {
  const { save, saved } = openSavingPhone({ addAll: forbidden })
  await save(new Response(), ['/assets/a.js'])
  expect(saved).toEqual([name])
})

it('saves nothing if no worker would delete it', async () => {
  const { save, saved } = openSavingPhone({ register: forbidden })
  await save(new Response(), ['/assets/a.js'])
  expect(saved).toEqual([])
})

it('saves nothing in browsers that have no workers', async () => {
  vi.stubGlobal('navigator', {})
  await expect(createPageSaver(run, '/assets/worker.js')(new Response(), [])).resolves.toBe(
    undefined,
  )
})
