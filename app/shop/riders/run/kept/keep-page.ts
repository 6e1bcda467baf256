import type { RiderRun } from '../run-stop.ts'
import { keyOf } from './kept-moves.ts'

/**
 * Keeps on this phone the page of a run as it was read last, with its scripts, although it is sent as `no-store`: a phone that
 * threw the page away has the addresses again without a line. `serve-kept-page.ts` shows the copy, and throws it away.
 *
 * @param worker the address of that script
 * @returns keeps what was read: its response, and the scripts that it names
 */
export function pageKeeper(run: Pick<RiderRun, 'id' | 'linkEndsAt'>, worker: string) {
  // Browsers have neither over plain HTTP, but from this machine itself.
  if (!('caches' in globalThis && 'serviceWorker' in navigator)) return async () => {}
  const copies = openCopies(run, worker)
  // Said wherever it is waited for.
  copies.catch(() => {})
  return async (page: Response, scripts: string[]) => {
    try {
      const own = await copies
      // A new page may come with new scripts, and is nothing without them.
      await own.addAll(scripts)
      await own.put(location.href, page)
    } catch {
      // A phone that is full, or forbids it, keeps the copy it has, or none: then the page works as long as it is open.
    }
  }
}

/** Only where the worker is there: nobody else throws copies away. */
async function openCopies(run: Pick<RiderRun, 'id' | 'linkEndsAt'>, worker: string) {
  await navigator.serviceWorker.register(worker, { scope: '/run/' })
  return caches.open(keyOf(run))
}
