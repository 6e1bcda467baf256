// The service worker of run pages. As built it imports nothing, for browsers that do not support module workers.

import { deleteEndedCopies, respond } from './run-storage.ts'

/** TypeScript knows either service workers or pages. */
interface FetchEvent extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
  waitUntil(work: Promise<void>): void
}

addEventListener('fetch', (event) => {
  const fetched = event as FetchEvent
  const { mode, destination } = fetched.request
  if (mode !== 'navigate' && destination !== 'script' && destination !== 'style') return
  fetched.respondWith(respond(fetched.request))
  fetched.waitUntil(deleteEndedCopies())
})
