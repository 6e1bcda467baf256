import type { DrawnDesign } from '#shop/cake-designs/cake-design.ts'
import type { DraftDesign } from '#shop/cart/custom-draft.ts'
import type { ListedPicture, UploadedPicture } from '#shop/pictures/picture-list.ts'
import type { PictureUploads } from '#shop/pictures/picture-uploads.ts'

/** The one among a cake's pictures that was drawn in the designer. */
export const drawnKey = 'drawn'

/** What the drawn design shows, '' without one. */
export function drawnWords(list: readonly ListedPicture[]): string {
  return list.find(({ key }) => key === drawnKey)?.alt ?? ''
}

/** The details with the drawn design's words in place of an earlier one's, so that the baker reads what was chosen. */
export function writeDrawnWords(detail: string, before: string, now: string): string {
  const line = (words: string) => words && `Drawn design: ${words}`
  const others = detail.split('\n').filter((one) => before === '' || one !== line(before))
  return [others.join('\n').trim(), line(now)].filter(Boolean).join('\n')
}

/** A picture that the shop has. */
export function shopPicture(key: string, { address, words }: DrawnDesign): UploadedPicture {
  return { key, state: 'uploaded', alt: words, preview: address, address }
}

/** Shows the pictures that were there before, in their order. */
export function restoreDesigns(uploads: PictureUploads, designs: readonly DraftDesign[]) {
  for (const design of designs.toReversed()) {
    uploads.putFirst(shopPicture(design.drawn ? drawnKey : design.address, design))
  }
}

/** Removes pictures that the server has purged: they were uploaded long ago. True if there were some. */
export async function removeMissingDesigns(uploads: PictureUploads): Promise<boolean> {
  const uploaded = uploads.current().filter((one) => one.state === 'uploaded')
  const isPurged = await Promise.all(uploaded.map(({ address }) => checkPurged(address)))
  for (const [place, { key }] of uploaded.entries()) if (isPurged[place]) uploads.remove(key)
  return isPurged.includes(true)
}

async function checkPurged(address: string): Promise<boolean> {
  try {
    // The browser caches pictures for ever.
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}
