import { tooLargeSentence } from '#platform/http/endpoint.ts'

/** The most a picture's file may have, in bytes. */
export const maxPictureBytes = 10 * 1024 * 1024

/** Accepted picture types, for file inputs. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

const acceptedTypes = new Set([...pictureTypes.split(','), 'image/apng'])
const iphone = new Set(['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'])

/** Why a file of this media type is not accepted; null if it is. */
export function pictureTypeError(type: string): string | null {
  if (acceptedTypes.has(type)) return null
  return iphone.has(type)
    ? 'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again. On an iPhone, go to Settings, Camera, Formats, Most Compatible.'
    : 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'
}

/** The server's error for a file, known before uploading; null if it is valid. */
export function pictureFileError({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  // Where the browser does not know the type, the server finds out.
  const typeFault = type === '' ? null : pictureTypeError(type)
  return typeFault ?? (size > maxPictureBytes ? tooLargeSentence(maxPictureBytes) : null)
}
