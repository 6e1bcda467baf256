import { keyOf } from './kept-moves.ts'
import type { RiderRun } from './run-stop.ts'

/**
 * Keeps on this phone the page of a run as it was read last, with its script, although it is sent as `no-store`: a phone that
 * threw the page away has the addresses again without a line. `serve-kept-page.ts` shows the copy, and throws it away.
 *
 * @param worker the address of that script
 * @returns keeps what was read
 */
export function pageKeeper(run: Pick<RiderRun, 'id' | 'linkEndsAt'>, worker: string) {
  // Browsers have neither over plain HTTP, but from this machine itself.
  if (!('caches' in globalThis && 'serviceWorker' in navigator)) return () => {}
  const copies = caches.open(keyOf(run))
  void attempt(async () => {
    await navigator.serviceWorker.register(worker, { scope: '/run/', type: 'module' })
    await (await copies).addAll([...document.scripts].flatMap(({ src }) => src || []))
  })
  return (page: Response) => void attempt(async () => (await copies).put(location.href, page))
}

/** A phone that is full, or forbids it, keeps no copy: then the page works as long as it is open. */
async function attempt(work: () => Promise<void>) {
  await work().catch(() => {})
}
