import pLimit from 'p-limit'
import { ApiError } from '#platform/http/api-client.ts'
import { pictureFileError } from './picture-file.ts'
import {
  changePictures,
  type ListedPicture,
  type PictureChange,
  type PictureShape,
  type UploadedPicture,
  type UploadingPicture,
} from './picture-list.ts'

/** Two uploads at a time: a slow one does not block the next. */
const maxConcurrent = 2

/** Uploads one file; rejects with an ApiError if the server does not accept it. */
export type SendPicture = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<{ downloadURL: string; picture: PictureShape }>

export type PictureUploads = ReturnType<typeof pictureUploads>

/**
 * The pictures of a form. They upload as soon as they are chosen. For
 * `useSyncExternalStore`: `subscribe` and `current`.
 */
export function pictureUploads(send: SendPicture, initial: readonly UploadedPicture[] = []) {
  let list: readonly ListedPicture[] = initial
  const listeners = new Set<() => void>()
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  const limit = pLimit(maxConcurrent)

  function change(by: PictureChange) {
    list = changePictures(list, by)
    for (const listener of listeners) listener()
  }

  async function sendOne(key: string, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    try {
      const onProgress = (sent: number) => change({ type: 'sent', key, sent })
      const { downloadURL: address, picture } = await send(file, { onProgress, signal })
      change({ type: 'uploaded', key, address, picture })
    } catch (error) {
      if (!signal.aborted) change({ type: 'failed', key, ...toFailure(error) })
    } finally {
      running.delete(key)
    }
  }

  function start({ key, file }: Pick<UploadingPicture, 'key' | 'file'>) {
    const stop = new AbortController()
    running.set(key, { stop, done: limit(() => sendOne(key, file, stop.signal)) })
  }

  const putFirst = (picture: UploadedPicture) => change({ type: 'put-first', picture })

  function remove(key: string) {
    running.get(key)?.stop.abort()
    running.delete(key)
    const gone = list.find((one) => one.key === key)
    if (gone) URL.revokeObjectURL(gone.preview)
    change({ type: 'removed', key })
  }

  return {
    current: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    add(files: readonly File[]) {
      const added = files.map(listedFile)
      change({ type: 'added', pictures: added })
      for (const one of added) if (one.state === 'sending') start(one)
    },
    /** Puts an uploaded picture first; it replaces one with its key. */
    putFirst,
    /** The same when the promise resolves; until then it counts as uploading. */
    async putFirstWhenUploaded(key: string, coming: Promise<UploadedPicture>) {
      const put = coming.then(putFirst)
      const way = { stop: new AbortController(), done: put.catch(() => {}) }
      running.set(key, way)
      try {
        await put
      } finally {
        if (running.get(key) === way) running.delete(key)
      }
    },
    isUploading: (key: string) => running.has(key),
    retry(key: string) {
      change({ type: 'retried', key })
      const one = list.find((other) => other.key === key)
      if (one?.state === 'sending') start(one)
    },
    remove,
    move: (key: string, to: number) => change({ type: 'moved', key, to }),
    describe: (key: string, alt: string) => change({ type: 'described', key, alt }),
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
  const key = `file-${lastKey}`
  const same = { key, alt: '', preview: URL.createObjectURL(file), file }
  const error = pictureFileError(file)
  return error === null
    ? { ...same, state: 'sending', sent: 0 }
    : { ...same, state: 'failed', error, canRetry: false }
}

/** Retrying does not help if the picture itself is not accepted. */
function toFailure(error: unknown): { error: string; canRetry: boolean } {
  if (!(error instanceof ApiError)) throw error
  const { status, detail } = error.problem
  return { error: detail, canRetry: ![413, 415, 422].includes(status) }
}
