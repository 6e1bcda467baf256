import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { discardBody } from './limits/request-bodies.server.ts'

afterEach(() => void vi.useRealTimers())

const openBody = () => {
  const body = new PassThrough()
  return { body, incoming: body as unknown as IncomingMessage }
}

it('a body is read to its end, also when its reader gave up', async () => {
  const { body, incoming } = openBody()
  body.on('data', () => body.pause())
  const discarded = discardBody(incoming, { maxBytes: 1_000_000, withinMs: 60_000 })
  for (let n = 0; n < 10; n++) body.write(Buffer.alloc(50_000))
  body.end()
  await once(body, 'end')
  await discarded
})

it('a body that is longer than the bounds is cut', async () => {
  const { body, incoming } = openBody()
  void discardBody(incoming, { maxBytes: 1_000, withinMs: 60_000 })
  body.write(Buffer.alloc(1_001))
  await once(body, 'close')
  expect(body.destroyed).toBe(true)
})

it('a body that takes too long is cut', () => {
  vi.useFakeTimers()
  const { body, incoming } = openBody()
  void discardBody(incoming, { maxBytes: 1_000, withinMs: 5_000 })
  vi.advanceTimersByTime(4_999)
  expect(body.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(body.destroyed).toBe(true)
})
