/** The longest side of a photo that waits on a phone, pixels: about 300 KB, so that several fit. */
const longestSide = 1280

/**
 * A picture as a JPEG in a data URL, small enough to be kept as text. Nothing but its pixels is left.
 *
 * @throws when the browser cannot read it
 */
export async function scalePhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}

/** The file in such a data URL; null where the text was damaged. */
export function fileOfPhoto(dataUrl: string): File | null {
  try {
    const letters = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    return new File([bytes], 'door.jpg', { type: 'image/jpeg' })
  } catch {
    return null
  }
}
