import { type DraftDesign, storedDraft } from '#shop/cart/custom-draft.ts'
import {
  failedUploadsMessage,
  type ListedPicture,
  pictureUploads,
  type UploadedPicture,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { toast } from '#ui/toast.tsx'
import type { DrawnDesign } from './cake-design.ts'

/** The key of the picture that was drawn in the designer. */
export const drawnKey = 'drawn'

/** With the pictures as they are shown. */
export type DesignPictures = ReturnType<typeof designPictures> & { list: readonly ListedPicture[] }

/** The pictures of a custom cake: uploaded ones, and one from the designer. */
export function designPictures() {
  const uploads = pictureUploads(sendCakePicture)
  const { current, isUploading } = uploads
  const drawn = () => current().find(({ key }) => key === drawnKey)

  return {
    ...uploads,
    /** As they are now: uploading ones count, and failed ones must be removed first. */
    requested() {
      const listed = current()
        .filter(({ state }) => state !== 'failed')
        .map((one) => (one.state === 'uploaded' ? one.address : one.key))
      // A design that is drawn in place of one is listed already.
      const image = isUploading(drawnKey) && !drawn() ? [drawnKey, ...listed] : listed
      return { image, failure: failedUploadsMessage(current()) }
    },
    /** For the draft. */
    uploaded: (): DraftDesign[] =>
      uploadedPictures(current()).map(({ key, address, alt }) => ({
        address,
        words: alt,
        drawn: key === drawnKey,
      })),
    /** Shows the pictures of the draft, in their order, but for those that the server has purged: they are old. */
    async restore() {
      for (const design of storedDraft.current()?.pictures.toReversed() ?? []) {
        uploads.putFirst(shopPicture(design.drawn ? drawnKey : design.address, design))
      }
      const uploaded = uploadedPictures(current())
      const isPurged = await Promise.all(uploaded.map(({ address }) => checkPurged(address)))
      for (const [place, { key }] of uploaded.entries()) if (isPurged[place]) uploads.remove(key)
      if (isPurged.includes(true)) toast.info('A picture has expired. Please add it again.')
    },
    /** Rejects when the design is not drawn. */
    addDrawn: (drawing: Promise<DrawnDesign>) =>
      uploads.putFirstWhenUploaded(
        drawnKey,
        drawing.then((design) => shopPicture(drawnKey, design)),
      ),
    /** What the drawn design shows, '' without one. */
    drawnWords: () => drawn()?.alt ?? '',
  }
}

function shopPicture(key: string, { address, words }: DrawnDesign): UploadedPicture {
  return { key, state: 'uploaded', alt: words, preview: address, address }
}

async function checkPurged(address: string): Promise<boolean> {
  try {
    // The browser caches pictures for ever.
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}
