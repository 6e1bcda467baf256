import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadNeeded, reloadLostData, untilReachable } from './connection.ts'
import { toastList } from './toast.tsx'

const url = 'https://shop.example/confirmOrder'
const texts = () => toastList.current().map(({ text }) => text)

/** A page whose shop answers as said, request by request; then always. */
function stubPage(responds: boolean[], address = 'https://shop.example/shipping#top') {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { href: address })
  vi.stubGlobal('fetch', async () => {
    if (responds.shift() === false) throw new TypeError('Failed to fetch')
    return new Response()
  })
  return { comeOnline: () => page.dispatchEvent(new Event('online')) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The middleware's own outcome, for a loader's result. */
function after(result: unknown, type: 'data' | 'error' = 'error') {
  const args = { request: new Request(url) } as Parameters<typeof reloadLostData>[0]
  return Promise.resolve(reloadLostData(args, async () => ({ page: { type, result } })))
}

test('a shop that responds is not waited for', async () => {
  stubPage([true])
  await untilReachable()
  expect(texts()).toEqual([])
})

test('one that does not is waited for, and the page says so until it is back', async () => {
  const { comeOnline } = stubPage([false, false, true])
  const waiting = untilReachable()
  await vi.waitFor(() => expect(texts()).toHaveLength(1))
  comeOnline()
  await vi.advanceTimersByTimeAsync(3000)
  await waiting
  expect(texts()).toEqual([])
})

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('Load failed'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new TypeError('error loading dynamically imported module: /assets/confirm.page.js'),
])('data that was lost on the way is loaded again: %s', async (error) => {
  stubPage([])
  const again: Response = await after(error).then(null, (thrown) => thrown)
  expect(again.headers.get('location')).toBe(url)
  await after({ cakes: [] }, 'data')
})

test('a page that is read again keeps its place in the history', async () => {
  stubPage([], `${url}#pay`)
  const again: Response = await after(new TypeError('Failed to fetch')).then(
    null,
    (thrown) => thrown,
  )
  expect(again.headers.get('x-remix-replace')).toBe('true')
  await after({}, 'data')
})

test.each([
  new Error('Unexpected Server Error'),
  new TypeError('x is not a function'),
  new Response(null, { status: 404 }),
])('any other failure is shown: %s', async (failure) => {
  stubPage([])
  expect(await after(failure)).toBeUndefined()
})

test('code that a press needs is loaded again, and said to be gone if a deploy has removed it', async () => {
  stubPage([])
  const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue('code')
  expect(await loadNeeded(load)).toBe('code')
  await expect(loadNeeded(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
  expect(texts()).toEqual(['This page is out of date. Please reload it.'])
})
