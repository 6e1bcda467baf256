import { ApiError, call, upload } from '#platform/http/api-client.ts'
import { drawPicture, openPicture } from '#shop/pictures/fit-picture.ts'
import { isRejection, type QueuedMove, type Sent } from './move-queue.ts'
import type { MoveStop, StoreDoorPhoto } from './move-stop.server.ts'

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
