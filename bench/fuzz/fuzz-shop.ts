import { apiBase } from '#platform/http/api-client.ts'
import { adminOfBench } from '../shops/accounts.ts'
import { openAccounts, type Sender } from './fuzz-accounts.ts'
import { type FuzzTarget, readTargets } from './fuzz-targets.ts'
import { createKnownValues } from './known-values.ts'
import { mutate } from './mutate.ts'
import { plainRequest } from './plain-request.ts'
import { createRandom, type Random } from './random.ts'
import { sendBytes, type WireResponse } from './wire-request.ts'

export interface Fuzzing {
  url: string
  /** The same seed sends the same requests, but for the ids that the shop gave. */
  seed: number
  requests: number
  /** How many are sent at once. */
  connections: number
  /** Called after each tenth of the requests. */
  onTenth?(): void
}

export interface Fuzzed {
  /** How often each status was sent; 0 is a torn request without a response. */
  statuses: Map<number, number>
  /** Bugs: what was sent, and what came back, one of each kind. */
  bugs: Map<string, string>
  /** Requests above a second, and that again three times by themselves. */
  slow: Map<string, string>
  /** Calls and pages that never succeeded. */
  refused: string[]
}

const slowMs = 1000
/** Drawing a cake takes as long as a hundred other calls, so it is sent less often. */
const slowestCall = `POST ${apiBase}/cakes/design`
const senders: readonly Sender[] = ['nobody', 'customer', 'customer', 'owner', 'owner']

/** Sends mutated requests to every call and page of a shop that trusts `X-Forwarded-For`. */
export async function fuzzShop(fuzzing: Fuzzing): Promise<Fuzzed> {
  const { url, seed, requests, connections, onTenth } = fuzzing
  const known = createKnownValues([adminOfBench.email])
  const accounts = openAccounts(url, known)
  const targets = await readTargets(url)
  const calls = targets.filter(({ path }) => path.startsWith(apiBase))
  const refused = new Set(targets.map(nameOf))
  const waited = new Map<string, Buffer>()
  const fuzzed: Fuzzed = { statuses: new Map(), bugs: new Map(), slow: new Map(), refused: [] }

  function pickTarget(random: Random): FuzzTarget {
    // Pages cost much, and read little.
    const target = random.pick(random.once(4) ? targets : calls)
    return nameOf(target) === slowestCall && !random.once(20) ? random.pick(calls) : target
  }

  async function sendOne(number: number) {
    const random = createRandom(seed + number * 7919)
    const target = pickTarget(random)
    const sender = random.pick(senders)
    const token = await accounts.tokenOf(sender)
    const plain = plainRequest(target, { random, known })
    const [header, session] = random.once(2)
      ? ['authorization', `Bearer ${token}`]
      : ['cookie', `token=${token}`]
    if (token) plain.headers.set(header, session)
    const { bytes, isTorn } = mutate(plain, random)
    const response = await sendBytes(url, bytes, { isTorn })
    note(target, { bytes, isTorn, response })
    const isAsSent = plain.headers.get(header) === session
    if (response.status === 401 && isAsSent) accounts.end(sender, token)
  }

  function note(
    target: FuzzTarget,
    { bytes, isTorn, response }: { bytes: Buffer; isTorn: boolean; response: WireResponse },
  ) {
    const { status, ms } = response
    fuzzed.statuses.set(status, (fuzzed.statuses.get(status) ?? 0) + 1)
    if (status < 400 && status > 0) refused.delete(nameOf(target))
    if (ms > slowMs && !isTorn) waited.set(nameOf(target), bytes)
    const bug = bugOf(response, isTorn)
    const name = `${bug} of ${nameOf(target)}`
    if (bug && !fuzzed.bugs.has(name)) fuzzed.bugs.set(name, shown(bytes, response))
  }

  /** A busy machine is slow now and then, a slow request always: each is sent again by itself. */
  async function sendSlowAgain() {
    for (const [name, bytes] of waited) {
      const again = []
      for (let n = 0; n < 3; n++) again.push(await sendBytes(url, bytes))
      const best = again.sort((a, b) => a.ms - b.ms)[0]
      if (best && best.ms > slowMs) fuzzed.slow.set(name, shown(bytes, best))
    }
  }

  let begun = 0
  async function sendInTurn() {
    while (begun < requests) {
      begun += 1
      if (begun % Math.ceil(requests / 10) === 0) onTenth?.()
      await sendOne(begun)
    }
  }

  await Promise.all(Array.from({ length: connections }, sendInTurn))
  await sendSlowAgain()
  return { ...fuzzed, refused: [...refused] }
}

function nameOf({ method, path }: FuzzTarget): string {
  return `${method} ${path}`
}

/** What is wrong with a response: anything above 499 but a 503 that says when to come back, or none at all. */
function bugOf({ status, head }: WireResponse, isTorn: boolean): string | null {
  if (status === 0) return isTorn ? null : 'no response'
  if (status < 500) return null
  return status === 503 && /^retry-after: /im.test(head) ? null : String(status)
}

function shown(bytes: Buffer, { head, ms }: WireResponse): string {
  const request = JSON.stringify(bytes.subarray(0, 1500).toString('latin1'))
  return `${request}\n  → ${Math.round(ms)} ms ${JSON.stringify(head.slice(0, 300))}`
}
