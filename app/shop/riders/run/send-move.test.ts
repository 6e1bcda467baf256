import { expect, it } from 'vitest'
import type { QueuedMove } from './move-queue.ts'
import { sendMove } from './send-move.ts'

it.each(['data:image/jpeg;base64,/9j/4A!', '\u0000\u4e00'])(
  'the damaged photo %j is to be taken again, and holds up no other move',
  async (picture) => {
    const move: QueuedMove = {
      id: 'a',
      order: '1',
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
