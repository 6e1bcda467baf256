import { afterEach, expect, it, vi } from 'vitest'
import type { QueuedMove } from './move-queue.ts'
import { sendMove } from './send-move.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each(['data:image/jpeg;base64,/9j/4A!', '\u0000\u4e00'])(
  'the damaged photo %j is to be taken again, and holds up no other move',
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
    const kept: QueuedMove[] = []
    expect(await sendMove('token', move, (less) => void kept.push(less))).toEqual({
      refused: 'The photo was damaged on this phone. Please take it again.',
    })
    expect(kept).toEqual([])
  },
)

const out: QueuedMove = { id: 'a', order: '1', number: 1001, move: 'dispatch' }

/** What becomes of a move that is answered so, and what was sent of it. */
async function sendOver(status: number, answer: string) {
  const line = vi.fn(
    async (_address: string, _init: RequestInit) => new Response(answer, { status }),
  )
  vi.stubGlobal('fetch', line)
  const sent = await sendMove('token', out, () => {})
  return { sent, said: JSON.parse(String(line.mock.calls[0]?.[1].body)) }
}

it('sends what its rider said, and answers where the order is now', async () => {
  expect(await sendOver(200, '{"fulfilment":"out_for_delivery"}')).toEqual({
    sent: { status: 'out_for_delivery' },
    said: { token: 'token', id: 'a', order: '1', move: 'dispatch' },
  })
})

it.each([401, 403, 404, 409])('a %d of the shop ends the move', async (status) => {
  const problem = JSON.stringify({ status, title: 'No', detail: 'This link does not work.' })
  const { sent } = await sendOver(status, problem)
  expect(sent).toEqual({ refused: 'This link does not work.' })
})

it.each([401, 403, 404, 502])('a %d of somebody between is no answer', async (status) => {
  expect((await sendOver(status, '<h1>No such page</h1>')).sent).toBe('again')
})

it('what is too large for somebody between ends: it would hold up all others', async () => {
  const { sent } = await sendOver(413, '<h1>Too large</h1>')
  expect(sent).toEqual({ refused: 'Something went wrong on our side. Please try again.' })
})
