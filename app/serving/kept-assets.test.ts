import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'
import type { AppContext } from '../context.server.ts'
import { keepAssets, serveKeptAssets } from './client-files.server.ts'

const hourMs = 3_600_000
let folder: string
let now: Date
const store = () => createDiskStore(join(folder, 'files'))
const deps = () => ({ files: store(), clock: { now: () => now } })
const kept = async () =>
  (await Array.fromAsync(store().list('assets'))).map(({ key }) => key).sort()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cakewala-assets-'))
  now = new Date()
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string, files: Record<string, string>) {
  const assets = join(folder, name)
  mkdirSync(assets)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(assets, file), text)
  return assets
}

/** As if it had been stored so long ago. */
function age(file: string, hours: number) {
  const then = new Date(now.getTime() - hours * hourMs)
  utimesSync(join(folder, 'files', 'assets', file), then, then)
}

async function ask(path: string) {
  const context = { ...deps(), limiter: createLimiter(shopLimits) } as unknown as AppContext
  const response = await serveKeptAssets(context, readConfig({ NODE_ENV: 'test' })).request(path)
  return { response, text: await response.text() }
}

test('a machine answers for the assets of another build, whatever they are', async () => {
  await keepAssets(deps(), build('one', { 'a_-b.js': 'old();', 'c.css': 'a{}', 'a_-b.js.br': '' }))
  await keepAssets(deps(), build('two', { 'new.js': 'new();' }))
  expect(await kept()).toEqual(['assets/a_-b.js', 'assets/c.css', 'assets/new.js'])

  const { response, text } = await ask('/assets/a_-b.js')
  expect(text).toBe('old();')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask('/assets/c.css')).response.headers.get('content-type')).toMatch(/^text\/css/)
})

test.each(['none.js', '..%2fsecret.js', '.parts', 'a_-b.js.br'])(
  '%s, which no build has, is not found, and no cache keeps that',
  async (name) => {
    await keepAssets(deps(), build('one', { 'a_-b.js': 'old();', 'a_-b.js.br': '' }))
    const { response } = await ask(`/assets/${name}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control') ?? 'no-store').toBe('no-store')
  },
)

test('assets are removed a week after the last machine has had them', async () => {
  const one = build('one', { 'one.js': '1' })
  const two = build('two', { 'two.js': '2' })
  await keepAssets(deps(), one)
  age('one.js', 7 * 24 - 1)
  await keepAssets(deps(), two)
  expect(await kept()).toEqual(['assets/one.js', 'assets/two.js'])
  age('one.js', 7 * 24 + 1)
  // The night of a shop that goes on with the first build.
  await keepAssets(deps(), one)
  await keepAssets(deps(), two)
  expect(await kept()).toEqual(['assets/one.js', 'assets/two.js'])
  age('one.js', 7 * 24 + 1)
  await keepAssets(deps(), two)
  expect(await kept()).toEqual(['assets/two.js'])
})
