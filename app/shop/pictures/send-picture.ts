import { upload } from '#platform/http/api-client.ts'
import type { UploadEndpoint } from '#platform/http/endpoint.ts'
import type { SendPicture } from './picture-uploads.ts'
import type { UploadPicture } from './upload-picture.server.ts'

/** Uploads a picture, first made smaller if it is too large. @throws ApiError as `upload`, and as `fitPicture` */
export async function sendPicture<E extends UploadEndpoint>(
  ...[path, file, options]: Parameters<typeof upload<E>>
) {
  // Without it the shop says what is wrong with a file.
  const fitting = await import('./fit-picture.ts').catch(() => null)
  const fitted = (await fitting?.fitPicture(file)) ?? file
  options.signal?.throwIfAborted()
  return upload<E>(path, fitted, options)
}

/** A picture of a cake or design. */
export const sendCakePicture = (file: File, options: Partial<Parameters<SendPicture>[1]> = {}) =>
  sendPicture<UploadPicture>('/cakes/upload', file, options)
