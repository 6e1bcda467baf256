// Runs in the browser.

import { ApiError } from '#platform/http/api-client.ts'
import { tooLargeSentence } from '#platform/http/endpoint.ts'
import {
  maxPictureBytes,
  maxPicturePixels,
  maxPictureSide,
  pictureFileError,
} from './picture-file.ts'

/** The longer side of a picture that is made smaller, pixels: twice what pages show. */
const fittedSide = 2000

/** What the shop can decode, by names that browsers have for it. */
const sentAsItIs = /^image\/(?:p?jpe?g|png|webp|avif)$/

/**
 * A picture as the shop takes it: drawn again as a JPEG if it is too large, or of a type that only this browser can show. A
 * file that the browser cannot show is left to the shop.
 *
 * @throws ApiError for a file that the shop surely does not take
 */
export async function fitPicture(file: File): Promise<File> {
  const error = pictureFileError(file)
  if (error) throw rejection(415, error)
  const fitted = await redrawn(file).catch(() => file)
  if (fitted.size > maxPictureBytes) throw rejection(413, tooLargeSentence(maxPictureBytes))
  return fitted
}

async function redrawn(file: File): Promise<File> {
  const picture = await openPicture(file)
  const { naturalWidth: width, naturalHeight: height } = picture
  const isSmall =
    file.size <= maxPictureBytes &&
    width * height <= maxPicturePixels &&
    Math.max(width, height) <= maxPictureSide
  if (isSmall && sentAsItIs.test(file.type)) return file
  const canvas = await drawPicture(picture, fittedSide)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob ? new File([blob], 'picture.jpg', { type: blob.type }) : file
}

/** Reads only its size; its pixels follow when it is drawn. @throws if the browser cannot show it */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await new Promise((resolve, reject) => {
      picture.onload = resolve
      picture.onerror = reject
    })
    return picture
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

/** A picture upright and on white, no longer than `maxSide` pixels. @throws if the browser cannot decode it */
export async function drawPicture(
  picture: HTMLImageElement,
  maxSide: number,
): Promise<HTMLCanvasElement> {
  // Otherwise what cannot be decoded would be drawn as nothing.
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no canvas.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** As the shop would reject it. */
function rejection(status: number, detail: string): ApiError {
  return new ApiError({ status, title: 'Rejected', detail }, true)
}
