import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { type ApiEnv, jsonSizeLimit } from './api-guards.server.ts'

const app = new Hono<ApiEnv>().post('/', jsonSizeLimit, async (c) => c.text(await c.req.text()))
app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error), 400))

const tooMuch = 'x'.repeat(100 * 1024 + 1)

async function answerTo(body: string, headers: Record<string, string>) {
  const response = await app.request('/', { method: 'POST', body, headers })
  return response.text()
}

it.each([
  ['says how long it is', (body: string) => ({ 'content-length': String(body.length) })],
  ['does not say how long it is', () => ({})],
  [
    'comes in pieces, whatever it says',
    () => ({ 'transfer-encoding': 'chunked', 'content-length': '1' }),
  ],
])('takes a body that %s, unless it is too large', async (_, headersOf) => {
  expect(await answerTo('small', headersOf('small'))).toBe('small')
  expect(await answerTo(tooMuch, headersOf(tooMuch))).toBe('too_large')
})
