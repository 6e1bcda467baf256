import { afterEach, describe, expect, it, vi } from 'vitest'
import { refuseStorage, stubStorage } from '../../../../test/support/stub-storage.ts'
import {
  createMoveQueue,
  isRejection,
  type MoveResponse,
  type QueuedMove,
  type Sent,
} from './stop-moves.ts'
import { sendMove } from './sync-run.ts'

const out: QueuedMove = { id: 'a', order: '1', number: 1001, move: 'dispatch' }
const handed: QueuedMove = {
  id: 'b',
  order: '1',
  number: 1001,
  move: 'deliver',
  receiver: 'recipient',
  code: '1234',
}
const elsewhere: QueuedMove = { id: 'd', order: '2', number: 1002, move: 'dispatch' }

const key = 'cakewala:run-1'
const taken: MoveResponse = { status: 'out_for_delivery' }

/** A phone with a line that can be taken away, and what the shop got over it. */
function openPhone(stored = stubStorage('localStorage')) {
  const got: string[] = []
  const storedStates: boolean[] = []
  const responses: [string, MoveResponse][] = []
  const seen: string[] = []
  let line: Sent = taken
  let uploaded: QueuedMove | undefined
  const queue = createMoveQueue({
    key,
    async send({ id }, keep) {
      got.push(id)
      if (uploaded) keep(uploaded)
      return line
    },
    onChange(isStored) {
      storedStates.push(isStored)
      seen.push(`${queue.moves().length} waiting`)
    },
    onResponse({ id }, response) {
      responses.push([id, response])
      seen.push('response')
    },
  })
  return {
    queue,
    got,
    responses,
    seen,
    stored,
    storedStates,
    setLine(next: Sent) {
      line = next
    },
    /** From now on the shop has the picture of this move. */
    upload(move: QueuedMove) {
      uploaded = move
    },
  }
}

it('a move is sent at once, and not stored', async () => {
  const { queue, got, responses, stored } = openPhone()
  await queue.add(out)
  expect([got, responses, queue.moves(), stored[key]]).toEqual([
    ['a'],
    [['a', taken]],
    [],
    undefined,
  ])
})

it('gets its response before it leaves the queue, so that nobody sees the order where it was', async () => {
  const { queue, seen } = openPhone()
  await queue.add(out)
  expect(seen).toEqual(['1 waiting', 'response', '0 waiting'])
})

it('without a line moves wait in their order, and are sent under their ids when it is back', async () => {
  const { queue, got, responses, setLine } = openPhone()
  setLine('again')
  await queue.add(out)
  await queue.add(handed)
  expect(queue.moves()).toEqual([out, handed])
  expect(responses).toEqual([])
  setLine(taken)
  await queue.flush()
  expect(got).toEqual(['a', 'a', 'a', 'b'])
  expect(responses).toEqual([
    ['a', taken],
    ['b', taken],
  ])
  expect(queue.moves()).toEqual([])
})

it('what waits is there again when the page is opened again', async () => {
  const first = openPhone()
  first.setLine('again')
  await first.queue.add(out)
  const second = openPhone(first.stored)
  expect(second.queue.moves()).toEqual([out])
  await second.queue.flush()
  expect(second.got).toEqual(['a'])
})

it('on a full phone moves wait on the page alone, and the page says so', async () => {
  refuseStorage()
  const { queue, got, storedStates, setLine } = openPhone({})
  setLine('again')
  await queue.add(out)
  expect([queue.moves(), storedStates]).toEqual([[out], [false]])
  setLine(taken)
  await queue.flush()
  expect([got, queue.moves()]).toEqual([['a', 'a'], []])
})

it('two open pages of a run keep each other’s moves', async () => {
  const first = openPhone()
  const second = openPhone(first.stored)
  for (const { setLine } of [first, second]) setLine('again')
  await first.queue.add(out)
  await second.queue.add(elsewhere)
  expect(openPhone(first.stored).queue.moves()).toEqual([out, elsewhere])
  first.setLine(taken)
  await first.queue.flush()
  expect(openPhone(first.stored).queue.moves()).toEqual([elsewhere])
})

it('a photo waits with its move', async () => {
  const byPhoto: QueuedMove = {
    id: 'c',
    order: '1',
    number: 1001,
    move: 'deliver',
    receiver: 'neighbour',
    photo: true,
    picture: 'data:image/jpeg;base64,aGk=',
  }
  const first = openPhone()
  first.setLine('again')
  await first.queue.add(byPhoto)
  expect(openPhone(first.stored).queue.moves()).toEqual([byPhoto])
})

it('a picture that the shop has is no longer stored', async () => {
  const { queue, stored, setLine, upload } = openPhone()
  setLine('again')
  const move = { ...handed, code: undefined, photo: true } as const
  await queue.add({ ...move, picture: 'data:image/jpeg;base64,aGk=' })
  upload(move)
  await queue.flush()
  expect([queue.moves(), openPhone(stored).queue.moves()]).toEqual([[move], [move]])
  setLine(taken)
  await queue.flush()
  expect(queue.moves()).toEqual([])
})

it('one that is rejected leaves the queue, and the next is sent', async () => {
  const { queue, responses, setLine } = openPhone()
  setLine('again')
  await queue.add(out)
  const rejected = { rejected: 'Order 1001 is baking.' }
  setLine(rejected)
  await queue.add(handed)
  expect(responses).toEqual([
    ['a', rejected],
    ['b', rejected],
  ])
  expect(queue.moves()).toEqual([])
})

describe('a move at which the shop fails', () => {
  const again: QueuedMove = { ...elsewhere, id: 'e', order: '3' }
  /** A queue whose sending is answered by each move's id. */
  function openShop(answers: Record<string, Sent>) {
    stubStorage('localStorage')
    const got: string[] = []
    const queue = createMoveQueue({
      key,
      async send({ id }) {
        got.push(id)
        return answers[id] ?? taken
      },
      onChange() {},
      onResponse() {},
    })
    const waiting = () => queue.moves().map(({ id }) => id)
    return { queue, got, waiting, answers }
  }
  const flushed = async ({ queue }: ReturnType<typeof openShop>, times: number) => {
    for (let time = 0; time < times; time += 1) await queue.flush()
  }

  it('holds the others up only for some tries, and then the later ones of its order', async () => {
    const phone = openShop({ a: 'failed' })
    for (const move of [out, handed, elsewhere, again]) await phone.queue.add(move)
    expect([phone.waiting(), phone.queue.isAside('1')]).toEqual([['a', 'b', 'd', 'e'], false])
    await flushed(phone, 20)
    expect([phone.waiting(), phone.queue.isAside('1')]).toEqual([['a', 'b'], true])
    expect(phone.got.filter((id) => id === 'a').length).toBeLessThan(10)
  })

  it.each([undefined, '1'])(
    'is sent again when %s is, and the later ones after it',
    async (order) => {
      const phone = openShop({ a: 'failed' })
      for (const move of [out, handed]) await phone.queue.add(move)
      await flushed(phone, 20)
      const before = phone.got.length
      await phone.queue.retry(order)
      expect([phone.got.slice(before), phone.queue.isAside('1')]).toEqual([['a'], true])
      phone.answers.a = taken
      await phone.queue.retry('2')
      expect(phone.waiting()).toEqual(['a', 'b'])
      await phone.queue.retry(order)
      expect([phone.waiting(), phone.queue.isAside('1')]).toEqual([[], false])
    },
  )

  it('on a lost line all wait in order, however often', async () => {
    const phone = openShop({ a: 'again' })
    for (const move of [out, elsewhere]) await phone.queue.add(move)
    await flushed(phone, 20)
    expect([phone.waiting(), phone.queue.isAside('1')]).toEqual([['a', 'd'], false])
    expect(new Set(phone.got)).toEqual(new Set(['a']))
  })

  it('of several orders each has its tries, and others go on', async () => {
    const phone = openShop({ a: 'failed', d: 'failed' })
    for (const move of [out, elsewhere, again]) await phone.queue.add(move)
    await flushed(phone, 40)
    expect(phone.waiting()).toEqual(['a', 'd'])
    phone.answers.a = 'again'
    await phone.queue.retry()
    expect(phone.waiting()).toEqual(['a', 'd'])
  })
})

it('is sent once where two things ask for it at the same time', async () => {
  const { queue, got } = openPhone()
  await Promise.all([queue.add(out), queue.flush(), queue.flush()])
  expect(got).toEqual(['a'])
})

const unknownMove = '[{"id":"a","order":"1","number":1001,"move":"sell"}]'

it.each(['', '{', 'null', '[1, null, {}]', unknownMove])('%j on the phone is no move', (text) => {
  expect(openPhone(stubStorage('localStorage', { [key]: text })).queue.moves()).toEqual([])
})

it.each([401, 403, 404, 409, 413, 415, 422])('%d is a response: the move ends', (status) => {
  expect(isRejection(status, true)).toBe(true)
})

it.each([0, 400, 408, 425, 429, 500, 502, 503])(
  '%d is the line or the shop: the move is sent again',
  (status) => {
    expect(isRejection(status, true)).toBe(false)
  },
)

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
