import { hasLinkEnded, readPage, replaceParts } from '#ui/plain-page.ts'
import type { StopFacts } from './run-stop.ts'

const list = () => document.getElementById('stops')

/** The stops on the page. */
export function stopItems(): HTMLElement[] {
  return [...(list()?.children ?? [])].filter((item) => item instanceof HTMLElement)
}

/** The facts that the shop sent last of a stop. */
export function factsIn(item: HTMLElement): StopFacts {
  return JSON.parse(item.dataset.stop ?? '') as StopFacts
}

function stylesheetsOf(page: Document): string[] {
  const links = page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return [...links].map(({ href }) => href)
}

/** Updates the list from the page as it was read again. Forms stay as they are: the phone decides what they show. */
function replaceStops(page: Document) {
  const items = [...(page.getElementById('stops')?.children ?? [])].map((fresh) => {
    const own = document.getElementById(fresh.id)
    if (!own || !(fresh instanceof HTMLElement)) return document.adoptNode(fresh)
    replaceParts(own, fresh)
    own.dataset.stop = fresh.dataset.stop
    return own
  })
  for (const item of stopItems()) if (!items.includes(item)) item.remove()
  // Moving an element takes the focus from it.
  for (const [index, item] of items.entries()) {
    const before = list()?.children[index] ?? null
    if (item !== before) list()?.insertBefore(item, before)
  }
}

interface ReaderDeps {
  /** Saves the offline copy of the page, with the scripts and the stylesheet that it names. */
  saveCopy(page: Response, files: string[]): Promise<void>
  /** The list is up to date. */
  onRead(): void
}

/** Reads the page again while it is seen, one request at a time: another would abort one that is still on a slow line. */
export function createReader({ saveCopy, onRead }: ReaderDeps) {
  let etag = ''
  let isReading = false
  let isOutdated = false

  async function read() {
    isOutdated = false
    const response = await fetch(location.href, { headers: etag ? { 'if-none-match': etag } : {} })
    // Then the page says so.
    if (hasLinkEnded(response)) return location.reload()
    if (!response.ok && response.status !== 304) return
    const copy = response.clone()
    const page = await readPage(response)
    if (isOutdated) return
    if (response.ok) {
      etag = response.headers.get('etag') ?? ''
      const scripts = [...page.scripts].flatMap(({ src }) => src || [])
      void saveCopy(copy, [...scripts, ...stylesheetsOf(page)])
      replaceStops(page)
    }
    onRead()
  }

  return {
    async read() {
      if (isReading || document.hidden) return
      isReading = true
      // Offline the page stays as it is, and is read again.
      await read().catch(() => {})
      isReading = false
    },
    /** The page that is being read may be older than this moment and does not count. */
    outdate() {
      isOutdated = true
    },
  }
}
