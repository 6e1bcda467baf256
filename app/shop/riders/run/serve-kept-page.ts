// A service worker for the pages of runs: shows the copy that `keep-page.ts` kept, where there is no line.

import { hasRunEnded } from './kept-moves.ts'

/** As service workers have it; TypeScript knows either them or pages. */
interface FetchEvent extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
}

addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent
  const isKept = request.mode === 'navigate' || request.destination === 'script'
  if (isKept) (event as FetchEvent).respondWith(respond(request))
})

/** The shop's response; without a line the copy. A link that does not work any more leaves none. */
async function respond(request: Request): Promise<Response> {
  for (const name of await caches.keys()) {
    if (hasRunEnded(name, new Date())) await caches.delete(name)
  }
  const response = await fetch(request).catch(() => null)
  if (!response) return (await caches.match(request)) ?? Response.error()
  if (response.status === 404) await forget(request)
  return response
}

async function forget(request: Request) {
  for (const name of await caches.keys()) {
    const copies = await caches.open(name)
    if (await copies.match(request)) await caches.delete(name)
  }
}
