import { hasRunEnded } from './kept-moves.ts'
import { hasLinkEnded } from './link-ended.ts'

/** How long a rider waits for the shop before the copy is shown, ms. */
export const patienceMs = 4000

/**
 * The shop's response; where it does not answer in time, or is away, the copy that `keep-page.ts` kept. A link that does not work
 * any more leaves none. A script is as it was kept: another would have another address.
 */
export async function respond(request: Request): Promise<Response> {
  if (request.mode !== 'navigate') return (await keptCopy(request)) ?? fetch(request)
  const coming = fetch(request)
  const response = await inTime(coming)
  if (!response || isAway(response)) return (await keptCopy(request)) ?? coming
  if (hasLinkEnded(response)) await forget(request).catch(() => {})
  return response
}

/** Throws away the copies of runs that have ended. */
export async function throwAwayEnded() {
  for (const name of await caches.keys()) {
    if (hasRunEnded(name, new Date())) await caches.delete(name)
  }
}

/** What comes soon; null for what does not, or never. */
function inTime(coming: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  return Promise.race([coming.catch(() => null), late])
}

/** The shop is restarted, or has too much to do. */
function isAway({ status }: Response): boolean {
  return status >= 500 || status === 429
}

/** A cache that fails has no copy. */
async function keptCopy(request: Request): Promise<Response | undefined> {
  return throwAwayEnded()
    .then(() => caches.match(request))
    .catch(() => undefined)
}

async function forget(request: Request) {
  for (const name of await caches.keys()) {
    const copies = await caches.open(name)
    if (await copies.match(request)) await caches.delete(name)
  }
}
