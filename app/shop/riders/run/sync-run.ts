import { ApiError, call, upload } from '#platform/http/api-client.ts'
import { drawPicture, openPicture } from '#shop/pictures/fit-picture.ts'
import { hasLinkEnded, readPage, replaceParts } from '#ui/plain-page.ts'
import type { MoveStop, StoreDoorPhoto } from './move-stop.server.ts'
import { isRejection, type QueuedMove, type Sent, type StopFacts } from './stop-moves.ts'

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

const damagedPhotoText = 'The photo was damaged on this phone. Please take it again.'

/**
 * Sends a move of a link's run. Its picture goes first, under the same id: once the move is made, sending it again changes
 * nothing. A picture that is uploaded is not stored for another try. A damaged one ends its move, so that it blocks no other.
 *
 * @returns the shop's response; 'again' if the line was gone, the shop was busy, or a proxy responded; 'failed' for its error
 */
export async function sendMove(
  token: string,
  move: QueuedMove,
  replace: (less: QueuedMove) => void,
): Promise<Sent> {
  const { picture, ...less } = { picture: undefined, ...move }
  const { number, ...sent } = less
  const photo = picture === undefined ? undefined : photoFile(picture)
  if (photo === null) return { rejected: damagedPhotoText }
  try {
    if (photo) {
      const query = { token, order: move.order, id: move.id }
      await upload<StoreDoorPhoto>('/runs/photo', photo, { query })
      replace(less)
    }
    const { fulfilment } = await call<MoveStop>('POST /runs/move', {
      body: { token, ...sent },
    })
    return { status: fulfilment }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, detail } = error.problem
    if (isRejection(status, error.isShops)) return { rejected: detail }
    return error.isShops && status !== 429 ? 'failed' : 'again'
  }
}

/** The longer side of a photo that waits on a phone, pixels: about 300 KB, so that several fit. */
const maxSide = 1280

/**
 * A picture as a JPEG in a data URL, small enough to be stored as text, and without metadata.
 *
 * @throws if the browser cannot read it
 */
export async function scalePhoto(file: Blob): Promise<string> {
  const canvas = drawPicture(await openPicture(file), maxSide)
  return canvas.toDataURL('image/jpeg', 0.7)
}

/** The file in such a data URL; null if the text is damaged. */
function photoFile(dataUrl: string): File | null {
  try {
    const letters = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    return new File([bytes], 'door.jpg', { type: 'image/jpeg' })
  } catch {
    return null
  }
}
