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

/** Phones send two at once as fast as one after the other, and a slow one holds nothing up. */
const atOnce = 2

/** Sends one file; rejects with an ApiError when it is refused. */
export type SendPicture = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<{ downloadURL: string; picture: PictureShape }>

export type PictureUploads = ReturnType<typeof pictureUploads>

/**
 * The pictures of a form, which begin their way to the server as soon as they are chosen. For
 * `useSyncExternalStore`: `subscribe` and `current`.
 */
export function pictureUploads(send: SendPicture, kept: readonly UploadedPicture[] = []) {
  let list: readonly ListedPicture[] = kept
  const listeners = new Set<() => void>()
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  const inTurn = pLimit(atOnce)

  function change(by: PictureChange) {
    list = changePictures(list, by)
    for (const listener of listeners) listener()
  }

  async function sendOne(key: string, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    try {
      const onProgress = (sent: number) => change({ type: 'sent', key, sent })
      const { downloadURL: address, picture } = await send(file, { onProgress, signal })
      change({ type: 'kept', key, address, picture })
    } catch (error) {
      if (!signal.aborted) change({ type: 'failed', key, ...faultOf(error) })
    } finally {
      running.delete(key)
    }
  }

  function start({ key, file }: Pick<UploadingPicture, 'key' | 'file'>) {
    const stop = new AbortController()
    running.set(key, { stop, done: inTurn(() => sendOne(key, file, stop.signal)) })
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
    /** Puts a picture that the server has before the others, in place of one with its key. */
    putFirst,
    /** The same once the server has it: until then it is on its way. Rejects if it does not come. */
    async putFirstOnceThere(key: string, coming: Promise<UploadedPicture>) {
      const put = coming.then(putFirst)
      const way = { stop: new AbortController(), done: put.catch(() => {}) }
      running.set(key, way)
      try {
        await put
      } finally {
        if (running.get(key) === way) running.delete(key)
      }
    },
    isOnItsWay: (key: string) => running.has(key),
    again(key: string) {
      change({ type: 'tried-again', key })
      const one = list.find((other) => other.key === key)
      if (one?.state === 'sending') start(one)
    },
    remove,
    move: (key: string, to: number) => change({ type: 'moved', key, to }),
    describe: (key: string, alt: string) => change({ type: 'described', key, alt }),
    /** Resolves once none is on its way any more. */
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
    /** Ends all that is on its way, and lets go of the previews. */
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
  const fault = pictureFileError(file)
  return fault === null
    ? { ...same, state: 'sending', sent: 0 }
    : { ...same, state: 'failed', fault, again: false }
}

/** A refusal of the picture itself would only be repeated. */
function faultOf(error: unknown): { fault: string; again: boolean } {
  if (!(error instanceof ApiError)) throw error
  const { status, detail } = error.problem
  return { fault: detail, again: ![413, 415, 422].includes(status) }
}
