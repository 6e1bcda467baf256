import { replaceParts } from '#ui/plain-page.ts'
import { hasLinkEnded } from './kept/link-ended.ts'
import type { StopFacts } from './run-stop.ts'

const list = () => document.getElementById('stops')

/** The stops on the page. */
export function stopItems(): HTMLElement[] {
  return [...(list()?.children ?? [])].filter((item) => item instanceof HTMLElement)
}

/** What the shop said last of a stop. */
export function factsIn(item: HTMLElement): StopFacts {
  return JSON.parse(item.dataset.stop ?? '') as StopFacts
}

/** Brings the list up to date by the page as it was read again. Forms stay as they are: what they show is decided on the phone. */
function replaceStops(read: Document) {
  const items = [...(read.getElementById('stops')?.children ?? [])].map((fresh) => {
    const own = document.getElementById(fresh.id)
    if (!own || !(fresh instanceof HTMLElement)) return document.adoptNode(fresh)
    replaceParts(own, fresh)
    own.dataset.stop = fresh.dataset.stop
    return own
  })
  for (const item of stopItems()) if (!items.includes(item)) item.remove()
  // To move an element takes the focus from it.
  for (const [at, item] of items.entries()) {
    const there = list()?.children[at] ?? null
    if (item !== there) list()?.insertBefore(item, there)
  }
}

interface ReaderDeps {
  /** Keeps the page, with its scripts, for when there is no line. */
  keep(page: Response, scripts: string[]): Promise<void>
  /** The list is as the shop has it. */
  onRead(): void
}

/** Reads the page again while it is seen, one request at a time: another would end one that is still on a slow line. */
export function createReader({ keep, onRead }: ReaderDeps) {
  let etag = ''
  let isReading = false
  let isOutdated = false

  async function read() {
    isOutdated = false
    const response = await fetch(location.href, { headers: etag ? { 'if-none-match': etag } : {} })
    // Its page says so.
    if (hasLinkEnded(response)) return location.reload()
    const copy = response.clone()
    const text = response.ok ? await response.text() : ''
    if (isOutdated || (!response.ok && response.status !== 304)) return
    if (response.ok) {
      etag = response.headers.get('etag') ?? ''
      const page = new DOMParser().parseFromString(text, 'text/html')
      void keep(
        copy,
        [...page.scripts].flatMap(({ src }) => src || []),
      )
      replaceStops(page)
    }
    onRead()
  }

  return {
    async read() {
      if (isReading || document.hidden) return
      isReading = true
      // Without a line the page stays as it is, and is read again.
      await read().catch(() => {})
      isReading = false
    },
    /** What is being read may be from before this moment, and does not count. */
    outdate() {
      isOutdated = true
    },
  }
}
