// A service worker for the pages of runs. As built it imports nothing, so that it runs in browsers without workers of modules.

import { respond, throwAwayEnded } from './respond.ts'

/** As service workers have it; TypeScript knows either them or pages. */
interface FetchEvent extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
  waitUntil(work: Promise<void>): void
}

addEventListener('fetch', (event) => {
  const fetched = event as FetchEvent
  const { mode, destination } = fetched.request
  if (mode !== 'navigate' && destination !== 'script') return
  fetched.respondWith(respond(fetched.request))
  fetched.waitUntil(throwAwayEnded())
})
