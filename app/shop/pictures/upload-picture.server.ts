import pLimit from 'p-limit'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { type EncodedPicture, encodePicture } from './encode-picture.server.ts'
import { refuseOtherTypes } from './picture-type.server.ts'
import { keepPicture, type PictureStore } from './pictures.store.server.ts'

/** Encoding takes a core for a second or two: the shop goes on serving beside two of them. */
const encoding = pLimit(2)
const longestQueue = 30

export interface UploadDeps extends PictureStore {
  clock: Clock
  limiter: Limiter
}

/**
 * Keeps a picture that somebody sent. Visitors may send only so many from one network address; a baker with a
 * whole catalogue to add may send any number.
 *
 * @throws AppError too_many, unsupported_media (no picture we take), invalid (damaged, far too large)
 */
export async function uploadPicture(
  deps: UploadDeps,
  { bytes, caller, address }: { bytes: Uint8Array; caller: Caller | null; address: string },
): Promise<EncodedPicture> {
  if (!caller?.isAdmin) await deps.limiter.attemptByMany('upload', address)
  await refuseOtherTypes(bytes)
  refuseWhenBusy()
  const picture = await encoding(() => encodePicture(bytes))
  await keepPicture(deps, picture, deps.clock.now())
  return picture
}

function refuseWhenBusy() {
  if (encoding.pendingCount < longestQueue) return
  const sentence = 'Many pictures are being sent just now. Please try again in a minute.'
  throw new AppError('too_many', sentence, { retryAfterSeconds: 60 })
}
