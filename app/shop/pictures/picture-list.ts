import type { Picture } from './picture.schema.ts'
import { pictureIdFromPath } from './picture-sizes.ts'

/** A picture as the server stores it, without alt text. */
export type PictureShape = Omit<Picture, 'alt'>

interface Listed {
  key: string
  /** What it shows, for those who cannot see it; '' for none. */
  alt: string
  /** An address to show it by. */
  preview: string
}

/** A picture on its way to the server; `sent` goes from 0 to 1. */
export type UploadingPicture = Listed & { state: 'sending'; file: File; sent: number }
/** A failed upload, with its error; `canRetry` if another try may help. */
export type FailedPicture = Listed & {
  state: 'failed'
  file: File
  error: string
  canRetry: boolean
}
/** A stored picture; a cake stores its `address`. */
export type UploadedPicture = Listed & {
  state: 'uploaded'
  address: string
  /** Known of those that were sent from here. */
  picture?: PictureShape
}

export type ListedPicture = UploadingPicture | FailedPicture | UploadedPicture

export type PictureChange =
  | { type: 'added'; pictures: readonly ListedPicture[] }
  | { type: 'sent'; key: string; sent: number }
  | { type: 'uploaded'; key: string; address: string; picture: PictureShape }
  | { type: 'failed'; key: string; error: string; canRetry: boolean }
  | { type: 'retried'; key: string }
  | { type: 'described'; key: string; alt: string }
  | { type: 'put-first'; picture: UploadedPicture }
  | { type: 'moved'; key: string; to: number }
  | { type: 'removed'; key: string }

/** The pictures of a form after a change, in the order they will be shown. */
export function changePictures(
  list: readonly ListedPicture[],
  change: PictureChange,
): readonly ListedPicture[] {
  switch (change.type) {
    case 'added':
      return [...list, ...change.pictures]
    case 'put-first':
      return [change.picture, ...list.filter(({ key }) => key !== change.picture.key)]
    case 'moved':
      return moved(list, change)
    case 'removed':
      return list.filter(({ key }) => key !== change.key)
    default:
      return list.map((one) => (one.key === change.key ? changedOne(list, one, change) : one))
  }
}

type ChangeOfOne = Exclude<PictureChange, { type: 'added' | 'put-first' | 'moved' | 'removed' }>

function changedOne(
  list: readonly ListedPicture[],
  one: ListedPicture,
  change: ChangeOfOne,
): ListedPicture {
  if (change.type === 'described') return { ...one, alt: change.alt }
  if (one.state === 'uploaded') return one
  const { key, alt, preview, file } = one
  const same = { key, alt, preview, file }
  switch (change.type) {
    case 'sent':
      return { ...same, state: 'sending', sent: change.sent }
    case 'retried':
      return { ...same, state: 'sending', sent: 0 }
    case 'failed':
      return { ...same, state: 'failed', error: change.error, canRetry: change.canRetry }
    case 'uploaded': {
      const { address, picture } = change
      // Ids come from the content.
      return uploadedPictures(list).some((other) => pictureIdFromPath(other.address) === picture.id)
        ? { ...same, state: 'failed', error: 'This picture is already added.', canRetry: false }
        : { key, alt, preview, state: 'uploaded', address, picture }
    }
  }
}

function moved(list: readonly ListedPicture[], { key, to }: { key: string; to: number }) {
  const one = list.find((picture) => picture.key === key)
  if (!one || to < 0 || to >= list.length) return list
  return list.filter((picture) => picture !== one).toSpliced(to, 0, one)
}

export function uploadedPictures(list: readonly ListedPicture[]): UploadedPicture[] {
  return list.filter((picture) => picture.state === 'uploaded')
}

/** Why a form waits for those that could not be sent; null when there are none. */
export function failedUploadsMessage(list: readonly ListedPicture[]): string | null {
  const failed = list.filter(({ state }) => state === 'failed').length
  if (failed === 0) return null
  return failed === 1
    ? 'One picture could not be uploaded. Try again or remove it.'
    : `${failed} pictures could not be uploaded. Try again or remove them.`
}
