import { afterEach, expect, it, vi } from 'vitest'
import type { QueuedMove } from './move-queue.ts'
import { sendMove } from './send-move.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each(['data:image/jpeg;base64,/9j/4A!', '\u0000\u4e00'])(
  'the damaged photo %j must be taken again, and blocks no other move',
  async (picture) => {
    const move: QueuedMove = {
      id: 'a',
      order: '1',
      number: 1001,
      move: 'deliver',
      receiver: 'neighbour',
      photo: true,
      picture,
    }
    const replaced: QueuedMove[] = []
    expect(await sendMove('token', move, (less) => void replaced.push(less))).toEqual({
      rejected: 'The photo was damaged on this phone. Please take it again.',
    })
    expect(replaced).toEqual([])
  },
)

const out: QueuedMove = { id: 'a', order: '1', number: 1001, move: 'dispatch' }

/** The outcome of a move with this response, and the body that was sent. */
async function sendOver(status: number, response: string) {
  const line = vi.fn(
    async (_address: string, _init: RequestInit) => new Response(response, { status }),
  )
  vi.stubGlobal('fetch', line)
  const sent = await sendMove('token', out, () => {})
  return { sent, body: JSON.parse(String(line.mock.calls[0]?.[1].body)) }
}

it('sends the move, and returns where the order is now', async () => {
  expect(await sendOver(200, '{"fulfilment":"out_for_delivery"}')).toEqual({
    sent: { status: 'out_for_delivery' },
    body: { token: 'token', id: 'a', order: '1', move: 'dispatch' },
  })
})

it.each([401, 403, 404, 409])('a %d of the shop ends the move', async (status) => {
  const problem = JSON.stringify({ status, title: 'No', detail: 'This link does not work.' })
  const { sent } = await sendOver(status, problem)
  expect(sent).toEqual({ rejected: 'This link does not work.' })
})

it.each([400, 500, 503])('a %d of the shop is its failure', async (status) => {
  const problem = JSON.stringify({ status, title: 'No', detail: 'Something went wrong.' })
  expect((await sendOver(status, problem)).sent).toBe('failed')
})

it('a shop that is busy is asked again', async () => {
  const problem = JSON.stringify({ status: 429, title: 'No', detail: 'Too many requests.' })
  expect((await sendOver(429, problem)).sent).toBe('again')
})

it.each([401, 403, 404, 500, 502])('a %d of a proxy is no response', async (status) => {
  expect((await sendOver(status, '<h1>No such page</h1>')).sent).toBe('again')
})

it('a photo that is too large for a proxy ends: it would block all others', async () => {
  const { sent } = await sendOver(413, '<h1>Too large</h1>')
  expect(sent).toEqual({ rejected: 'Something went wrong on our side. Please try again.' })
})
