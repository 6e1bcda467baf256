export const maxPictureBytes = 10 * 1024 * 1024

export const maxPicturePixels = 50_000_000

/** A few bytes can claim to be a picture that fills all memory. */
export function hasTooManyPixels({ width, height }: Record<'width' | 'height', number>): boolean {
  return width * height > maxPicturePixels || Math.max(width, height) > 15_000
}

/**
 * What a file input offers. The named types let Safari convert a HEIC; the last one shows Android's users pictures of which
 * the phone has another name for the type.
 */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/*'

/** Why a picture of this media type cannot be used. */
export function unusablePictureText(type: string): string {
  return /^image\/hei[cf]/.test(type)
    ? 'This is a HEIC picture, which browsers cannot show. Save it as JPEG, or take a screenshot of it, and choose that.'
    : 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'
}

/** Phones have many names for the type of a good picture, and none for some. */
const neverPicture = /^(?:audio|text|video)\/|^application\/(?:pdf|zip|vnd\.)|svg/

/** Why a file surely is no picture, as far as a browser knows; null if the shop has to look into it. */
export function pictureFileError({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (neverPicture.test(type)) return unusablePictureText(type)
  return size === 0 ? 'This file is empty. Choose another one.' : null
}
