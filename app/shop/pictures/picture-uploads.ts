import pLimit from 'p-limit'
import { ApiError } from '#platform/http/api-client.ts'
import { createListeners } from '#ui/browser-storage.ts'
import type { PictureShape } from './picture.schema.ts'
import { pictureIdFromPath } from './picture-sizes.ts'

interface Listed {
  key: string
  /** What it shows, for those who cannot see it; '' for none. */
  alt: string
  /** An address to show it by. */
  preview: string
}

/** `sent` goes from 0 to 1. */
type Sending = { state: 'sending'; sent: number }
/** `canRetry` if another attempt may help. */
type Failed = { state: 'failed'; error: string; canRetry: boolean }
/** Stored by the server; a cake stores its `address`. `picture` is known of those that were sent from here. */
type Uploaded = { state: 'uploaded'; address: string; picture?: PictureShape }

export type UploadedPicture = Listed & Uploaded
export type ListedPicture = UploadedPicture | (Listed & { file: File } & (Sending | Failed))

/** Uploads one file; rejects with an ApiError if the server does not accept it. */
export type SendPicture = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<{ downloadURL: string; picture: PictureShape }>

export type PictureUploads = ReturnType<typeof pictureUploads>

/** Two uploads at a time: a slow one does not block the next. */
const maxConcurrent = 2

/**
 * The pictures of a form, in the order in which they are shown. They upload as soon as they are chosen. For
 * `useSyncExternalStore`: `subscribe` and `current`.
 */
export function pictureUploads(send: SendPicture, initial: readonly UploadedPicture[] = []) {
  let list: readonly ListedPicture[] = initial
  const { notifyAll, subscribe } = createListeners()
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  const limit = pLimit(maxConcurrent)

  function show(next: readonly ListedPicture[]) {
    list = next
    notifyAll()
  }

  /** An uploaded picture stays uploaded, and a removed one stays away. */
  function progress(key: string, now: Sending | Failed | Uploaded) {
    const change = (one: ListedPicture): ListedPicture => {
      if (one.key !== key || one.state === 'uploaded') return one
      const { alt, preview, file } = one
      return now.state === 'uploaded'
        ? { key, alt, preview, ...now }
        : { key, alt, preview, file, ...now }
    }
    show(list.map(change))
  }

  /** Ids come from the content, so the same picture has the same id. */
  const isUploaded = ({ id }: PictureShape) =>
    uploadedPictures(list).some(({ address }) => pictureIdFromPath(address) === id)

  async function sendOne(key: string, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    try {
      const onProgress = (sent: number) => progress(key, { state: 'sending', sent })
      const { downloadURL: address, picture } = await send(file, { onProgress, signal })
      progress(key, isUploaded(picture) ? duplicate : { state: 'uploaded', address, picture })
    } catch (error) {
      if (!signal.aborted) progress(key, toFailure(error))
    } finally {
      running.delete(key)
    }
  }

  function start(one: ListedPicture | undefined) {
    if (one?.state !== 'sending') return
    const { key, file } = one
    const stop = new AbortController()
    running.set(key, { stop, done: limit(() => sendOne(key, file, stop.signal)) })
  }

  const find = (key: string) => list.find((one) => one.key === key)
  const without = (key: string) => list.filter((one) => one.key !== key)
  const putFirst = (picture: UploadedPicture) => show([picture, ...without(picture.key)])

  return {
    current: () => list,
    subscribe,
    add(files: readonly File[]) {
      const added = files.map(listedFile)
      show([...list, ...added])
      for (const one of added) start(one)
    },
    /** Puts an uploaded picture first; it replaces one with its key. */
    putFirst,
    /** The same when the promise resolves; until then it counts as uploading. */
    async putFirstWhenUploaded(key: string, coming: Promise<UploadedPicture>) {
      const put = coming.then(putFirst)
      const upload = { stop: new AbortController(), done: put.catch(() => {}) }
      running.set(key, upload)
      try {
        await put
      } finally {
        if (running.get(key) === upload) running.delete(key)
      }
    },
    isUploading: (key: string) => running.has(key),
    retry(key: string) {
      progress(key, { state: 'sending', sent: 0 })
      start(find(key))
    },
    remove(key: string) {
      running.get(key)?.stop.abort()
      running.delete(key)
      const removed = find(key)
      if (removed) URL.revokeObjectURL(removed.preview)
      show(without(key))
    },
    move(key: string, to: number) {
      const one = find(key)
      if (one && to >= 0 && to < list.length) show(without(key).toSpliced(to, 0, one))
    },
    describe: (key: string, alt: string) =>
      show(list.map((one) => (one.key === key ? { ...one, alt } : one))),
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
    /** Aborts all uploads and frees the previews. */
    stop() {
      for (const { key, preview } of list) {
        running.get(key)?.stop.abort()
        URL.revokeObjectURL(preview)
      }
    },
  }
}

let lastKey = 0

function listedFile(file: File): ListedPicture {
  lastKey += 1
  const preview = URL.createObjectURL(file)
  return { key: `file-${lastKey}`, alt: '', preview, file, state: 'sending', sent: 0 }
}

const duplicate: Failed = {
  state: 'failed',
  error: 'This picture is already added.',
  canRetry: false,
}

/** Retrying does not help if the picture itself is not accepted. */
function toFailure(error: unknown): Failed {
  if (!(error instanceof ApiError)) throw error
  const { status, detail } = error.problem
  return { state: 'failed', error: detail, canRetry: ![413, 415, 422].includes(status) }
}

export function uploadedPictures(list: readonly ListedPicture[]): UploadedPicture[] {
  return list.filter((picture) => picture.state === 'uploaded')
}

/** Why a form waits for failed uploads; null when there are none. */
export function failedUploadsMessage(list: readonly ListedPicture[]): string | null {
  const failed = list.filter(({ state }) => state === 'failed').length
  if (failed === 0) return null
  return failed === 1
    ? 'One picture could not be uploaded. Try again or remove it.'
    : `${failed} pictures could not be uploaded. Try again or remove them.`
}
