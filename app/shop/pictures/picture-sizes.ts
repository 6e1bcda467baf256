/** The widths of each stored picture, in pixels. A smaller original is not enlarged beyond its next width. */
export const pictureWidths = [320, 640, 960] as const

export const pictureFormats = ['avif', 'webp'] as const

export type PictureFormat = (typeof pictureFormats)[number]

/** Where a picture's file is served, and its key in the file store without the leading slash. */
export function picturePath(id: string, width: number, format: PictureFormat): string {
  return `/pictures/${id}/${width}.${format}`
}

/** The address of the same picture in the smallest width; another's address as it is. */
export function smallestPicture(address: string): string {
  return address.replace(/^(\/pictures\/[^/]+)\/\d+\./, `$1/${pictureWidths[0]}.`)
}

/** The address of a picture of this shop, as orders and carts have it: no path that leads anywhere else. */
export const ownPicturePattern = new RegExp(
  `^/pictures/[0-9a-z]{1,64}/(${pictureWidths.join('|')})\\.(${pictureFormats.join('|')})$`,
)

const pictureAddress = /^(?:https?:\/\/[^/]+)?\/pictures\/([0-9a-z]{1,64})\/\d{1,4}\.(?:avif|webp)$/

/** The id in a picture's address, with or without the shop's own before it; null when it is no such address. */
export function pictureIdFromPath(address: string): string | null {
  return pictureAddress.exec(address)?.[1] ?? null
}
