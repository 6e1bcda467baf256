import { tooLargeSentence } from '#platform/http/endpoint.ts'

export const maxPictureBytes = 10 * 1024 * 1024

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

const acceptedTypes = new Set([...pictureTypes.split(','), 'image/apng'])
const iphone = new Set(['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'])

export const unusableFileText = 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'

/** Why a file of this media type is not accepted; null if it is. */
export function pictureTypeError(type: string): string | null {
  if (acceptedTypes.has(type)) return null
  return iphone.has(type)
    ? 'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again. On an iPhone, go to Settings, Camera, Formats, Most Compatible.'
    : unusableFileText
}

/** Why a file of the browser's media type is not accepted. If the browser does not know the type, the server finds out. */
export function mediaTypeError({ type }: Pick<File, 'type'>): string | null {
  return type === '' ? null : pictureTypeError(type)
}

/** The server's error for a file, known before uploading; null if it is valid. */
export function pictureFileError(file: Pick<File, 'type' | 'size'>): string | null {
  return (
    mediaTypeError(file) ?? (file.size > maxPictureBytes ? tooLargeSentence(maxPictureBytes) : null)
  )
}
