import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ReadForAll } from '#platform/http/api.server.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { FinishedAnswers, MadeAnswer } from '#platform/http/finished-answers.server.ts'
import { withCallContext } from '#platform/log.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import { requestIdOf } from '#platform/observability/observe-requests.server.ts'
import {
  type PublicAddress,
  type PublicCall,
  pageOfNoCake,
  publicAddressOf,
} from './cache-key.server.ts'

export interface FinishDeps {
  finished: FinishedAnswers
  watch: Observability
  /** The calls that answer everybody the same. */
  reads: ReadonlyMap<Endpoint, ReadForAll>
  /** Makes the page at a path, in which nothing of a visitor is. */
  pageForAll(path: string): Promise<MadeAnswer>
  isOnShow(cakeId: string): Promise<boolean>
  /** Headers of every answer, and those of data that was asked for. */
  commonHeaders: readonly [string, string][]
  dataHeaders: readonly [string, string][]
  /** Tells whoever asked for a path of an error. */
  failed(error: unknown, path: string): Response
}

/** As many addresses as were asked for are known without reading them again, if they are of some length only. */
const addressesKnown = { max: 2_000, longest: 300 }

/** Gives what is the same for everybody: from what is finished, or made now. */
export function createAnswersForAll(deps: FinishDeps) {
  const { finished, watch, reads, pageForAll, isOnShow, commonHeaders, dataHeaders, failed } = deps
  const known = new LRUCache<string, { address: PublicAddress | null }>(addressesKnown)
  const jsonHeaders = ['content-type', 'application/json; charset=utf-8', ...dataHeaders.flat()]

  function addressOf(url: string): PublicAddress | null {
    const before = known.get(url)
    if (before) return before.address
    const address = publicAddressOf(urlOf(url))
    if (url.length <= addressesKnown.longest) known.set(url, { address })
    return address
  }

  async function there(address: PublicAddress): Promise<PublicAddress> {
    if (!address.cakeId || finished.has(address)) return address
    // What is the matter with the database, the page itself says best.
    const isThere = await isOnShow(address.cakeId).catch(() => true)
    return isThere ? address : pageOfNoCake(address)
  }

  function make({ path, call }: PublicAddress): Promise<MadeAnswer> {
    if (!call) return pageForAll(path)
    const read = reads.get(call.declaration)
    if (!read) throw new Error(`${call.declaration.path} does not answer everybody the same`)
    return answerOf(read, call)
  }

  async function answerOf(read: ReadForAll, { input }: PublicCall): Promise<MadeAnswer> {
    const { text, tags, link } = await read(input)
    const headers = link ? [...jsonHeaders, 'link', link] : jsonHeaders
    return { answer: { status: 200, headers, body: Buffer.from(text) }, tags: new Set(tags) }
  }

  async function makeAndAnswer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    asked: PublicAddress,
    id: string,
  ) {
    const address = await there(asked)
    return finished.answer(incoming, outgoing, address, id, () => make(address))
  }

  async function refuse(
    error: unknown,
    { url = '', method }: IncomingMessage,
    outgoing: ServerResponse,
    id: string,
  ) {
    const refusal = failed(error, urlOf(url).pathname)
    const own = [...refusal.headers, ...commonHeaders, ['x-request-id', id]]
    outgoing.writeHead(refusal.status, own.flat())
    outgoing.end(method === 'HEAD' ? undefined : await refusal.text())
    return refusal.status
  }

  return {
    /**
     * Answers before the framework and without a Request: what is finished in the turn in which a request arrives, all
     * else as soon as it is made; false when it is for somebody else to answer.
     */
    atOnce(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
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
      void withCallContext({ request: id }, async () => {
        const statusOfMade = await makeAndAnswer(incoming, outgoing, address, id).catch(
          (error: unknown) => refuse(error, incoming, outgoing, id),
        )
        watch.answered({ ...request, status: statusOfMade })
      })
      return true
    },

    /** The same within the framework. */
    handle: (async (c, next) => {
      const { raw } = c.req
      const asked = isRead(raw.method) ? publicAddressOf(new URL(raw.url)) : null
      if (!asked) return next()
      watch.notes.route(raw, asked.route)
      const address = await there(asked)
      c.res = await finished.respond(raw, address, () => make(address))
    }) satisfies MiddlewareHandler,
  }
}

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Of the target of a request: '//host' is a path there. */
function urlOf(target: string): URL {
  return new URL(`http://shop${target}`)
}
