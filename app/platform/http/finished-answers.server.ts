import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  type Effort,
  type Encoded,
  type Encoding,
  encode,
  encodingFor,
} from './encodings.server.ts'
import {
  type FinishedBody,
  finishBody,
  responseWith,
  sendBody,
  textsOf,
} from './finished-body.server.ts'
import { createLane, type Lane, type LaneLimits } from './lane.server.ts'
import type { PlainAnswer } from './plain-answer.server.ts'

/** The one address of an answer that is the same for everybody. */
export interface FinishedAddress {
  /** Path and query, in one spelling. */
  path: string
  /** By which pattern it is logged and counted. */
  route: string
  /** Whether the shop has so many of them and no more, or visitors can think of as many as they like. */
  kind: Kind
  /** The one that stands for all at which nothing is: its answer is a 404. */
  isNothing?: boolean
}

export type Kind = 'known' | 'free'

/** An answer as it was made, and the names of what it shows, by which it is forgotten when one of them changes. */
export interface MadeAnswer {
  answer: PlainAnswer
  tags: ReadonlySet<string>
}

export interface FinishedAnswers {
  /**
   * Answers in this turn if the answer is finished in an encoding that the request takes.
   *
   * @param id of the request, which it is answered with
   * @returns the status; 0 when nothing was answered
   */
  answerAtOnce(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: FinishedAddress,
    id: string,
  ): number
  /**
   * Answers from what is finished, or makes it, once however many ask at the same time: they all get what came of it,
   * also when that is a failure. Only status 200 is kept, and 404 of an address where nothing is.
   *
   * @throws AppError unavailable when too much is being made
   */
  respond(
    request: Request,
    address: FinishedAddress,
    make: () => Promise<MadeAnswer>,
  ): Promise<Response>
  /** As `respond`, without a Request and a Response, for the request of this id; resolves to the status. */
  answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: FinishedAddress,
    id: string,
    make: () => Promise<MadeAnswer>,
  ): Promise<number>
  /** Whether an answer is finished. */
  has(address: FinishedAddress): boolean
  /** Forgets the answers that show any of these, or all there are; also those being made at this moment. */
  forget(tags: Iterable<string> | 'everything'): void
  /** Bytes of all that is kept. */
  size(): number
}

export interface FinishedLimits {
  /** Bytes in memory; the least used go first. */
  maxBytes: number
  /** How many may be made at once. */
  making: LaneLimits
}

interface Finished {
  status: number
  tags: ReadonlySet<string>
  /** Names and values in turn, as they were made. */
  headers: readonly string[]
  /** In the encodings that were asked for; until the first was, as it was made. */
  bytes: Encoded
  bodies: Partial<Record<Encoding, FinishedBody>>
  encoding: Partial<Record<Encoding, Promise<FinishedBody>>>
  /** When it is to be made anew, by the monotonic clock. */
  until: number
}

/** What there is no end of is not kept for long. */
const efforts: Record<Kind, Effort> = { known: 'much', free: 'little' }

/** What an entry takes beside its bytes and texts. */
const entryBytes = 1_000

/**
 * Answers that are the same for everybody, finished: bytes in the encodings that were asked for, and headers.
 *
 * @param ttlMs how long an answer is good for. Then the next who asks makes it anew, and the others get the old one meanwhile.
 */
export function createFinishedAnswers(
  limits: Record<Kind, FinishedLimits>,
  ttlMs: number,
): FinishedAnswers {
  const kept = { known: createStore(limits.known), free: createStore(limits.free) }
  const lanes: Record<Kind, Lane> = {
    known: createLane(limits.known.making),
    free: createLane(limits.free.making),
  }
  let making = new Map<string, Promise<Finished>>()
  let changes = 0

  /** Those that are good, or being made anew. */
  function find({ path, kind }: FinishedAddress): Finished | undefined {
    const entry = kept[kind].get(path)
    if (entry && entry.until <= performance.now() && !making.has(path)) return
    return entry
  }

  function makeOnce(address: FinishedAddress, make: () => Promise<MadeAnswer>) {
    const { path } = address
    const mine = making
    const running = mine.get(path)
    if (running) return running
    const pending = makeAndKeep(address, make).finally(() => mine.delete(path))
    mine.set(path, pending)
    return pending
  }

  async function makeAndKeep(address: FinishedAddress, make: () => Promise<MadeAnswer>) {
    const before = changes
    const { path, kind, isNothing = false } = address
    const finished = finish(await lanes[kind](make), performance.now() + ttlMs)
    const isWhole = finished.status === (isNothing ? 404 : 200)
    // What changed meanwhile may be in it as it was: whoever asked may see it, nobody after.
    if (isWhole && before === changes) kept[kind].set(path, finished)
    return finished
  }

  /** In the best encoding that a request takes. */
  async function bodyFor(
    accepted: string | null | undefined,
    address: FinishedAddress,
    make: () => Promise<MadeAnswer>,
  ) {
    const finished = find(address) ?? (await makeOnce(address, make))
    const encoding = encodingFor(accepted, efforts[address.kind])
    finished.encoding[encoding] ??= addBody(finished, encoding, address)
    return await finished.encoding[encoding]
  }

  async function addBody(finished: Finished, encoding: Encoding, { path, kind }: FinishedAddress) {
    const bytes = await encode(finished.bytes, encoding, efforts[kind])
    const body = finishBody(finished, encoding, bytes)
    finished.bodies[encoding] = body
    finished.bytes = bytesOf(finished.bodies)
    // Its size is another now; but it may have been forgotten meanwhile.
    if (kept[kind].peek(path) === finished) kept[kind].set(path, finished)
    return body
  }

  return {
    answerAtOnce(incoming, outgoing, address, id) {
      const accepted = incoming.headers['accept-encoding']
      const body = find(address)?.bodies[encodingFor(accepted, efforts[address.kind])]
      return body ? sendBody(incoming, outgoing, body, id) : 0
    },
    async answer(incoming, outgoing, address, id, make) {
      const body = await bodyFor(incoming.headers['accept-encoding'], address, make)
      return sendBody(incoming, outgoing, body, id)
    },
    async respond(request, address, make) {
      const body = await bodyFor(request.headers.get('accept-encoding'), address, make)
      return responseWith(body, request)
    },
    has: (address) => find(address) !== undefined,
    forget(tags) {
      changes += 1
      making = new Map()
      for (const store of [kept.known, kept.free]) {
        if (tags === 'everything') store.clear()
        else forgetIn(store, new Set(tags))
      }
    },
    size: () => kept.known.calculatedSize + kept.free.calculatedSize,
  }
}

function createStore({ maxBytes }: FinishedLimits) {
  return new LRUCache<string, Finished>({
    maxSize: maxBytes,
    // One that is larger would push out too many others: it is made each time.
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: sizeOf,
  })
}

/** Bytes and texts, of which a character may take two bytes. */
function sizeOf({ tags, headers, bytes, bodies }: Finished, path: string): number {
  const texts = [path, ...tags, ...headers, ...Object.values(bodies).flatMap(textsOf)]
  const buffers = Object.values(bytes)
  return (
    entryBytes +
    texts.reduce((sum, text) => sum + 2 * text.length, 0) +
    buffers.reduce((sum, buffer) => sum + buffer.length, 0)
  )
}

function forgetIn(store: LRUCache<string, Finished>, changed: ReadonlySet<string>) {
  for (const [path, { tags }] of store.entries()) {
    if (!changed.isDisjointFrom(tags)) store.delete(path)
  }
}

function finish({ answer, tags }: MadeAnswer, until: number): Finished {
  const { status, headers, body } = answer
  const bytes = { identity: body }
  return { status, tags, headers, bytes, bodies: {}, encoding: {}, until }
}

function bytesOf(bodies: Finished['bodies']): Encoded {
  return Object.fromEntries(
    Object.entries(bodies).map(([encoding, { bytes }]) => [encoding, bytes]),
  )
}
