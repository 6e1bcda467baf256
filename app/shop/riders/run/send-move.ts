import { ApiError, call, upload } from '#platform/http/api-client.ts'
import type { doorPhotoEndpoint, moveStopEndpoint } from '../riders.endpoints.ts'
import { isRefusal, type QueuedMove, type Sent } from './move-queue.ts'
import { fileOfPhoto } from './scale-photo.ts'

/** What is said where a photo cannot be sent as it was kept: it ends its move, and holds up none behind it. */
const damagedPhotoText = 'The photo was damaged on this phone. Please take it again.'

/**
 * Sends a move of a link's run. Its picture goes before it, under the same id: what is sent again changes nothing once the move
 * was made. A picture that is uploaded is not kept for another try.
 *
 * @returns the shop's answer; 'again' where the line was gone, the shop busy, or somebody else answered
 */
export async function sendMove(
  token: string,
  move: QueuedMove,
  keep: (less: QueuedMove) => void,
): Promise<Sent> {
  const { picture, ...less } = { picture: undefined, ...move }
  const { number, ...said } = less
  const photo = picture === undefined ? undefined : fileOfPhoto(picture)
  if (photo === null) return { refused: damagedPhotoText }
  try {
    if (photo) {
      const query = { token, order: move.order, id: move.id }
      await upload<typeof doorPhotoEndpoint>('/runs/photo', photo, { query })
      keep(less)
    }
    const { fulfilment } = await call<typeof moveStopEndpoint>('POST /runs/move', {
      body: { token, ...said },
    })
    return { status: fulfilment }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, detail } = error.problem
    return isRefusal(status, error.isShops) ? { refused: detail } : 'again'
  }
}
