import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveClientFiles } from './client-files.server.ts'

describe('client files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-static-'))
  const app = new Hono().route('/', serveClientFiles(folder))
  app.all('*', (c) => c.text('a page'))

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let cakes')
    writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'compressed')
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('with a hash in their name are cached for ever, compressed for those who take it', async () => {
    const answer = await app.request('/assets/app-1a2b.js', {
      headers: { 'accept-encoding': 'br' },
    })
    expect(await answer.text()).toBe('compressed')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('without one are requested again after an hour', async () => {
    const answer = await app.request('/favicon.svg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it.each(['/about', '/assets/gone.js', '/../package.json', '/%2e%2e/package.json'])(
    'leaves %s to the pages',
    async (path) => {
      const answer = await app.request(path)
      expect(await answer.text()).toBe('a page')
      expect(answer.headers.get('cache-control')).toBeNull()
    },
  )
})
