import { afterEach, expect, it, vi } from 'vitest'
import { pageKeeper } from './keep-page.ts'

afterEach(() => void vi.unstubAllGlobals())

const run = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const forbidden = async () => Promise.reject(new TypeError('Failed'))

/** What a phone keeps, in the order in which it is kept. */
function openPhone({ register = async () => {}, addAll = async () => {} } = {}) {
  const kept: string[] = []
  vi.stubGlobal('location', { href: '/run/token' })
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  vi.stubGlobal('caches', {
    async open(name: string) {
      kept.push(name)
      return {
        async addAll(scripts: string[]) {
          await addAll()
          kept.push(...scripts)
        },
        async put(address: string) {
          kept.push(address)
        },
      }
    },
  })
  return { kept, keep: pageKeeper(run, '/assets/worker.js') }
}

const name = `cakewala:run-${run.linkEndsAt}-${run.id}`

it('keeps a page after the scripts that it names', async () => {
  const { keep, kept } = openPhone()
  await keep(new Response(), ['/assets/a.js'])
  await keep(new Response(), ['/assets/b.js'])
  expect(kept).toEqual([name, '/assets/a.js', '/run/token', '/assets/b.js', '/run/token'])
})

it('keeps the former page where the scripts of a new one do not come', async () => {
  const { keep, kept } = openPhone({ addAll: forbidden })
  await keep(new Response(), ['/assets/a.js'])
  expect(kept).toEqual([name])
})

it('keeps nothing where no worker would throw it away', async () => {
  const { keep, kept } = openPhone({ register: forbidden })
  await keep(new Response(), ['/assets/a.js'])
  expect(kept).toEqual([])
})

it('keeps nothing in browsers that have no workers', async () => {
  vi.stubGlobal('navigator', {})
  await expect(pageKeeper(run, '/assets/worker.js')(new Response(), [])).resolves.toBe(undefined)
})
