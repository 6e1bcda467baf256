import { ApiError } from '#platform/http/api-client.ts'
import { tooLargeSentence } from '#platform/http/endpoint.ts'
import { hasTooManyPixels, maxPictureBytes, pictureFileError } from './picture-file.ts'

/** What the shop can decode, by the names that browsers have for it. */
const decodedTypes = /^image\/(?:p?jpe?g|png|webp|avif)$/

/**
 * A picture as the shop takes it: drawn again as a JPEG if it is too large, or of a type that only this browser can show. A
 * file that the browser cannot show is left to the shop.
 *
 * @throws ApiError for a file that the shop surely does not take
 */
export async function fitPicture(file: File): Promise<File> {
  const error = pictureFileError(file)
  const fitted = error ? file : await redrawn(file).catch(() => file)
  const sizeError = fitted.size > maxPictureBytes ? tooLargeSentence(maxPictureBytes) : null
  const detail = error ?? sizeError
  if (detail) throw new ApiError({ status: 415, title: 'Rejected', detail }, true)
  return fitted
}

async function redrawn(file: File): Promise<File> {
  const picture = await openPicture(file)
  const isTooLarge = file.size > maxPictureBytes || hasTooManyPixels(picture)
  if (!isTooLarge && decodedTypes.test(file.type)) return file
  const canvas = drawPicture(picture, 2000)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob ? new File([blob], 'picture.jpg', { type: blob.type }) : file
}

/** @throws if the browser cannot show it */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  await picture.decode().finally(() => URL.revokeObjectURL(picture.src))
  return picture
}

/** A picture upright and on white, with at most `maxSide` pixels on its longer side. */
export function drawPicture(picture: HTMLImageElement, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(picture.width * scale)
  canvas.height = Math.ceil(picture.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
