export const maxPictureBytes = 10 * 1024 * 1024

/** Of the width times the height, and of the longer side. */
export const maxPicturePixels = 50_000_000
export const maxPictureSide = 15_000

/**
 * What a file input offers. The named types let Safari convert a HEIC; the last one shows Android's users pictures of which
 * the phone has another name for the type.
 */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/*'

const unusableFileText = 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'

/** Why a picture of this media type cannot be used. */
export function unusablePictureText(type: string): string {
  return /^image\/hei[cf]/.test(type)
    ? 'This is a HEIC picture, which browsers cannot show. Save it as JPEG, or take a screenshot of it, and choose that.'
    : unusableFileText
}

/** Phones have many names for the type of a good picture, and none for some. */
const neverPicture = /^(?:audio|text|video)\/|^application\/(?:pdf|zip|vnd\.)|svg/

/** Why a file surely is no picture, as far as a browser knows; null if the shop has to look into it. */
export function pictureFileError({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (neverPicture.test(type)) return unusableFileText
  return size === 0 ? 'This file is empty. Choose another one.' : null
}
