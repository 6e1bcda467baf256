import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#platform/app-error.ts'
import { pictureTypeFault } from './picture-file.ts'

/**
 * Refuses what is no JPEG, PNG, WebP or AVIF by its content; its name is not looked at.
 *
 * @throws AppError unsupported_media
 */
export async function refuseOtherTypes(bytes: Uint8Array): Promise<void> {
  const fault = pictureTypeFault((await fileTypeFromBuffer(bytes))?.mime ?? '')
  if (fault) throw new AppError('unsupported_media', fault, { errors: { image: fault } })
}
