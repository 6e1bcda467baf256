import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#platform/app-error.ts'
import { pictureTypeError } from './picture-file.ts'

/**
 * Refuses what is no JPEG, PNG, WebP or AVIF by its content; its name is not looked at.
 *
 * @throws AppError unsupported_media
 */
export async function checkPictureType(bytes: Uint8Array): Promise<void> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
  const fault = pictureTypeError(mime === 'image/avif' && !beginsWithSize(bytes) ? '' : mime)
  if (fault) throw new AppError('unsupported_media', fault, { errors: { image: fault } })
}

/**
 * Whether an AVIF's first four bytes are the size of its first box, which is small. `fileTypeFromBuffer` does not look
 * at them, and they could be the beginning of an SVG: `<!--ftypavif-->` is a comment there.
 */
function beginsWithSize([first]: Uint8Array): boolean {
  return first === 0
}
