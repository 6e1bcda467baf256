import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { FinishedAnswers } from '#platform/http/finished-answers.server.ts'
import type { Watch } from '#platform/watch/watch.server.ts'
import { requestIdOf } from '#platform/watch/watch-requests.server.ts'
import { type PublicAddress, pageOfNoCake, publicAddressOf } from './finished-addresses.server.ts'

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

/**
 * Answers in the turn in which a request arrives, before the framework and without a Request, when what it asks for is
 * finished; false when somebody has to work for it.
 */
export function answersAtOnce({ finished, watch }: Pick<FinishDeps, 'finished' | 'watch'>) {
  const known = new LRUCache<string, { address: PublicAddress | null }>(addressesKnown)

  function addressOf(url: string): PublicAddress | null {
    const before = known.get(url)
    if (before) return before.address
    const address = publicAddressOf(urlOf(url))
    if (url.length <= addressesKnown.longest) known.set(url, { address })
    return address
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method = '', url = '' } = incoming
    // A trace needs all that happens around a request.
    if (watch.isTracing || !isRead(method) || !url.startsWith('/')) return false
    const address = addressOf(url)
    if (!address) return false
    const begun = performance.now()
    const id = requestIdOf(incoming.headers['x-request-id'])
    const status = finished.answerAtOnce(incoming, outgoing, address, id)
    if (status === 0) return false
    watch.answeredAtOnce({ id, method, route: address.route, status, begun })
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
