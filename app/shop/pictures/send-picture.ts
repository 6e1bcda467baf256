import { upload } from '#platform/http/api-client.ts'
import type { UploadEndpoint } from '#platform/http/endpoint.ts'

/**
 * Uploads a picture, first made smaller if it is too large for the shop.
 *
 * @throws ApiError as `upload`, and for a file that the shop surely does not take
 */
export async function sendPicture<E extends UploadEndpoint>(
  ...[path, file, options]: Parameters<typeof upload<E>>
) {
  // If it cannot be loaded, the shop says what is wrong with the file.
  const { fitPicture } = await import('./fit-picture.ts').catch(() => ({ fitPicture: asItIs }))
  const fitted = await fitPicture(file)
  options.signal?.throwIfAborted()
  return upload<E>(path, fitted, options)
}

const asItIs = (file: File) => file
