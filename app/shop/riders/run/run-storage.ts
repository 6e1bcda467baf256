import { createStored, fieldsOf, removeStored } from '#ui/browser-storage.ts'
import { hasLinkEnded } from '#ui/plain-page.ts'
import type { RiderRun } from './find-run.server.ts'

export type RunLink = Pick<RiderRun, 'id' | 'linkEndsAt'>

const prefix = 'cakewala:run-'

/**
 * The key of a run's moves on the phone. Other keys of the run begin with it. It has the end of the link, so that keys sort by
 * it.
 */
export function runKey({ id, linkEndsAt }: RunLink): string {
  return `${prefix}${linkEndsAt}-${id}`
}

/** Whether a key is of a run whose link has ended. */
function hasRunEnded(key: string, now: Date): boolean {
  return key.startsWith(prefix) && key < prefix + now.toISOString()
}

/** Removes what the phone has of other runs once their links have ended: nothing can be sent by them. */
export function removeEndedRuns(run: RunLink, now: Date) {
  removeStored((key) => hasRunEnded(key, now) && !key.startsWith(runKey(run)))
}

/** Values that the phone remembers of a run's orders, by their ids. Damaged values are left out. */
export function storedByOrder<T>(key: string, isValue: (stored: unknown) => stored is T) {
  const parse = (stored: unknown): ReadonlyMap<string, T> =>
    new Map(
      Object.entries(fieldsOf(stored)).filter((entry): entry is [string, T] => isValue(entry[1])),
    )
  const stored = createStored(key, parse, { format: Object.fromEntries })
  return {
    get: (orderId: string): T | undefined => stored.current().get(orderId),
    set(orderId: string, value: T) {
      stored.save(new Map(stored.current()).set(orderId, value))
    },
    clear() {
      if (stored.current().size > 0) stored.save(null)
    },
  }
}

/**
 * Keeps an offline copy of a run's page as it was read last, with its scripts and styles, although it is sent as `no-store`: a phone that
 * unloaded the page shows the addresses again while it is offline. `offline-worker.ts` sends the copy and deletes it.
 *
 * @param worker the address of that script
 * @returns saves what was read: its response, and the files that it names
 */
export function createPageSaver(run: RunLink, worker: string) {
  // Browsers have neither over plain HTTP, except from this machine itself.
  if (!('caches' in globalThis && 'serviceWorker' in navigator)) return async () => {}
  const opening = openCopies(run, worker)
  // Handled below, whenever a page is saved.
  opening.catch(() => {})
  return async (page: Response, files: string[]) => {
    try {
      const copies = await opening
      // A new page may need new files: without them it must not replace the former copy.
      await copies.addAll(files)
      await copies.put(location.href, page)
    } catch {
      // A phone that is full, or forbids it, has its former copy or none: then the page works as long as it is open.
    }
  }
}

/** Only if the worker is registered, because it alone deletes copies. */
async function openCopies(run: RunLink, worker: string) {
  await navigator.serviceWorker.register(worker, { scope: '/run/' })
  return caches.open(runKey(run))
}

/** How long a rider waits for the shop before the copy is shown, ms. */
export const offlineAfterMs = 4000

/**
 * The shop's response, or the offline copy if the shop does not respond in time or is away. A link that has ended loses its
 * copy. A file never changes under its address, so its copy comes first.
 */
export async function respond(request: Request): Promise<Response> {
  if (request.mode !== 'navigate') return (await findCopy(request)) ?? fetch(request)
  const fetching = fetch(request)
  const response = await soon(fetching)
  if (!response || isAway(response)) return (await findCopy(request)) ?? fetching
  if (hasLinkEnded(response)) await deleteCopies(request).catch(() => {})
  return response
}

/** The response; null if it fails or is late. */
function soon(fetching: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), offlineAfterMs))
  return Promise.race([fetching.catch(() => null), late])
}

/** The shop restarts or is overloaded. */
function isAway({ status }: Response): boolean {
  return status >= 500 || status === 429
}

/** A cache that fails has no copy. */
async function findCopy(request: Request): Promise<Response | undefined> {
  return deleteEndedCopies()
    .then(() => caches.match(request))
    .catch(() => undefined)
}

async function deleteCopies(request: Request) {
  for (const name of await caches.keys()) {
    const copies = await caches.open(name)
    if (await copies.match(request)) await caches.delete(name)
  }
}

/** Deletes the copies of runs whose links have ended. */
export async function deleteEndedCopies() {
  for (const name of await caches.keys()) {
    if (hasRunEnded(name, new Date())) await caches.delete(name)
  }
}
