import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ReadForAll } from '#platform/http/api.server.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { FinishedAnswers, MadeAnswer } from '#platform/http/finished-answers.server.ts'
import { problemResponse } from '#platform/http/problems.server.ts'
import type { Log } from '#platform/log.server.ts'
import { withinCall } from '#platform/watch/call-facts.server.ts'
import type { Watch } from '#platform/watch/watch.server.ts'
import { requestIdOf } from '#platform/watch/watch-requests.server.ts'
import {
  type PublicAddress,
  type PublicCall,
  pageOfNoCake,
  publicAddressOf,
} from './finished-addresses.server.ts'

/** What is noted while an answer for everybody is made; undefined while one for a visitor is. */
export interface ShowsEnv {
  Variables: { shows?: Set<string> }
}

export interface FinishDeps {
  finished: FinishedAnswers
  watch: Watch
  /** Where the shop is for everybody, whatever host a visitor asked for. */
  publicUrl: string
  isOnShow(cakeId: string): Promise<boolean>
}

/** As many addresses as were asked for are known without reading them again, if they are of some length only. */
const addressesKnown = { max: 2_000, longest: 300 }

export interface ReadDeps extends Pick<FinishDeps, 'finished' | 'watch'> {
  log: Log
  /** The calls that answer everybody the same. */
  reads: ReadonlyMap<Endpoint, ReadForAll>
  /** Headers of every answer. */
  commonHeaders: readonly [string, string][]
}

/**
 * Answers before the framework and without a Request: in the turn in which a request arrives what is finished, and what a
 * call reads for everybody as soon as it is read; false when it is for somebody else to answer.
 */
export function answersAtOnce({ finished, watch, log, reads, commonHeaders }: ReadDeps) {
  const known = new LRUCache<string, { address: PublicAddress | null }>(addressesKnown)

  function addressOf(url: string): PublicAddress | null {
    const before = known.get(url)
    if (before) return before.address
    const address = publicAddressOf(urlOf(url))
    if (url.length <= addressesKnown.longest) known.set(url, { address })
    return address
  }

  const headers = ['content-type', 'application/json; charset=utf-8', ...commonHeaders.flat()]

  async function make(read: ReadForAll, call: PublicCall): Promise<MadeAnswer> {
    const { text, tags, link } = await read(call.input)
    const own = link ? [...headers, 'link', link] : headers
    return { response: { status: 200, headers: own, body: Buffer.from(text) }, tags: new Set(tags) }
  }

  async function refuse(
    error: unknown,
    { url = '', method }: IncomingMessage,
    outgoing: ServerResponse,
    id: string,
  ) {
    const problem = problemResponse(error, log, urlOf(url).pathname)
    const own = [...problem.headers, ...commonHeaders, ['x-request-id', id]]
    outgoing.writeHead(problem.status, own.flat())
    outgoing.end(method === 'HEAD' ? undefined : await problem.text())
    return problem.status
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method = '', url = '' } = incoming
    // A trace needs all that happens around a request.
    if (watch.isTracing || !isRead(method) || !url.startsWith('/')) return false
    const address = addressOf(url)
    if (!address) return false
    const begun = performance.now()
    const id = requestIdOf(incoming.headers['x-request-id'])
    const request = { method, route: address.route, begun }
    const status = finished.answerAtOnce(incoming, outgoing, address, id)
    if (status !== 0) {
      watch.answeredAtOnce({ ...request, id, status })
      return true
    }
    const { call } = address
    const read = call && reads.get(call.declaration)
    if (!read) return false
    void withinCall({ request: id }, async () => {
      const statusOfRead = await finished
        .answer(incoming, outgoing, address, id, () => make(read, call))
        .catch((error: unknown) => refuse(error, incoming, outgoing, id))
      watch.answered({ ...request, status: statusOfRead })
    })
    return true
  }
}

/** Answers from what is finished; what is not is made from a bare request: nothing of a visitor is in it. */
export function finishAnswers(deps: FinishDeps): MiddlewareHandler<ShowsEnv> {
  const { finished, watch, publicUrl, isOnShow } = deps

  async function there(address: PublicAddress | null) {
    if (!address?.cakeId || finished.has(address)) return address
    // What is the matter with the database, the page itself says best.
    const isThere = await isOnShow(address.cakeId).catch(() => true)
    return isThere ? address : pageOfNoCake(address)
  }

  return async (c, next) => {
    const asked = c.req.raw
    const address = isRead(asked.method) ? await there(publicAddressOf(new URL(asked.url))) : null
    if (!address) return next()
    const tags = new Set<string>()
    const response = await finished.respond(asked, address, async () => {
      c.req.raw = new Request(new URL(address.path, publicUrl))
      c.set('shows', tags)
      await next()
      return { response: c.res, tags }
    })
    c.req.raw = asked
    watch.notes.route(asked, address.route)
    c.res = undefined
    c.res = response
  }
}

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Of the target of a request: '//host' is a path there. */
function urlOf(target: string): URL {
  return new URL(`http://shop${target}`)
}
