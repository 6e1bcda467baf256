import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/http/api-client.ts'
import {
  failedUploadsMessage,
  type PictureUploads,
  pictureUploads,
  type SendPicture,
  type UploadedPicture,
  uploadedPictures,
} from './picture-uploads.ts'

const picture = (name: string, type = 'image/jpeg') => new File([name], name, { type })
const pictureAddress = (id: string) => `/pictures/${id}/640.webp`
const uploaded = (key: string): UploadedPicture => ({
  key,
  alt: '',
  preview: `/p/${key}`,
  state: 'uploaded',
  address: pictureAddress(key),
})
const keys = (uploads: PictureUploads) =>
  uploads
    .current()
    .map(({ key }) => key)
    .join('')
const firstKey = (uploads: PictureUploads) => uploads.current()[0]?.key ?? ''

/** A server that responds when the test says so. */
function slowServer() {
  const requests: {
    name: string
    progress: (sent: number) => void
    accept: () => void
    reject: (status: number) => void
  }[] = []
  const signals: AbortSignal[] = []
  const send: SendPicture = (file, { onProgress, signal }) => {
    signals.push(signal)
    return new Promise((resolve, reject) => {
      const shape = { width: 9, height: 9, colour: '#ffffff', placeholder: 'data:image/webp;,' }
      const id = file.name
      requests.push({
        name: file.name,
        progress: onProgress,
        accept: () => resolve({ downloadURL: pictureAddress(id), picture: { id, ...shape } }),
        reject: (status) =>
          reject(new ApiError({ status, title: 'Rejected', detail: `rejected with ${status}` })),
      })
    })
  }
  return { requests, signals, send }
}

/** The uploads of a form that has some pictures already, while it uploads another, 'x'. */
async function uploading(...initial: UploadedPicture[]) {
  const server = slowServer()
  const uploads = pictureUploads(server.send, initial)
  uploads.add([picture('x')])
  await expect.poll(() => server.requests.length).toBe(1)
  const [request] = server.requests
  if (!request) throw new Error('nothing was sent')
  return { uploads, request, key: uploads.current().at(-1)?.key ?? '' }
}

describe('the order', () => {
  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['a', -1, 'abc'],
    ['c', 3, 'abc'],
    ['z', 0, 'abc'],
  ])('%s moved to place %i gives %s', (key, to, order) => {
    const uploads = pictureUploads(slowServer().send, ['a', 'b', 'c'].map(uploaded))
    uploads.move(key, to)
    expect(keys(uploads)).toBe(order)
  })

  it('closes up where one is removed', () => {
    const uploads = pictureUploads(slowServer().send, ['a', 'b', 'c'].map(uploaded))
    uploads.remove('b')
    expect(keys(uploads)).toBe('ac')
  })
})

describe('an upload', () => {
  it('shows its progress, and keeps its alt text and place when it is done', async () => {
    const { uploads, request, key } = await uploading(uploaded('b'))
    uploads.move(key, 0)
    request.progress(0.5)
    expect(uploads.current()[0]).toMatchObject({ state: 'sending', sent: 0.5 })
    uploads.describe(key, 'A mango cake')
    request.accept()
    await uploads.settled()
    expect(keys(uploads)).toBe(`${key}b`)
    expect(uploads.current()[0]).toMatchObject({
      state: 'uploaded',
      alt: 'A mango cake',
      picture: { id: 'x' },
    })
  })

  it('fails for a picture that is added already, even if only its address is known', async () => {
    const { uploads, request } = await uploading(uploaded('x'))
    request.accept()
    await uploads.settled()
    expect(uploadedPictures(uploads.current())).toHaveLength(1)
    expect(uploads.current()[1]).toMatchObject({ state: 'failed', canRetry: false })
  })

  it('of a picture that was removed meanwhile does not bring it back', async () => {
    const { uploads, request, key } = await uploading(uploaded('b'))
    uploads.remove(key)
    request.accept()
    await uploads.settled()
    expect(keys(uploads)).toBe('b')
  })

  it('that is done stays so, whatever is reported later', async () => {
    const { uploads, request } = await uploading()
    request.accept()
    await uploads.settled()
    const done = uploads.current()
    request.progress(0.2)
    expect(uploads.current()).toEqual(done)
  })
})

it('an uploaded picture is put before the others, in place of one with its key', async () => {
  const { uploads, key } = await uploading(uploaded('a'))
  uploads.putFirst({ ...uploaded('c'), alt: 'drawn' })
  expect(keys(uploads)).toBe(`ca${key}`)
  uploads.putFirst({ ...uploaded('c'), alt: 'drawn again' })
  expect(keys(uploads)).toBe(`ca${key}`)
  expect(uploads.current()[0]?.alt).toBe('drawn again')
})

it('a form says how many uploads failed', () => {
  const failed = (key: string) => ({
    ...{ key, alt: '', preview: '', file: picture(key) },
    ...{ state: 'failed' as const, error: 'Too large', canRetry: false },
  })
  const sending = { ...failed('s'), state: 'sending' as const, sent: 0 }
  expect(failedUploadsMessage([uploaded('a'), sending])).toBeNull()
  expect(failedUploadsMessage([uploaded('a'), failed('b')])).toMatch(
    /^One picture could not be uploaded/,
  )
  expect(failedUploadsMessage([failed('a'), failed('b')])).toMatch(
    /^2 pictures could not be uploaded/,
  )
})

it('two are sent at once, and all have settled when the last one has', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add(['a', 'b', 'c'].map((name) => picture(name)))
  await Promise.resolve()
  expect(server.requests.map(({ name }) => name)).toEqual(['a', 'b'])

  let settled = false
  const all = uploads.settled().then(() => {
    settled = true
  })
  server.requests[1]?.accept()
  server.requests[0]?.reject(0)
  await expect.poll(() => server.requests.length).toBe(3)
  expect(settled).toBe(false)
  server.requests[2]?.accept()
  await all
  expect(uploads.current()).toMatchObject([
    { state: 'failed', error: 'rejected with 0', canRetry: true },
    { state: 'uploaded', address: pictureAddress('b') },
    { state: 'uploaded', address: pictureAddress('c') },
  ])
})

it('one that failed is sent again', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.requests.length).toBe(1)
  server.requests[0]?.reject(500)
  await uploads.settled()
  expect(uploadedPictures(uploads.current())).toEqual([])
  uploads.retry(firstKey(uploads))
  expect(uploads.current()).toMatchObject([{ state: 'sending', sent: 0 }])
  await expect.poll(() => server.requests.length).toBe(2)
  server.requests[1]?.accept()
  await uploads.settled()
  expect(uploads.current()).toMatchObject([{ state: 'uploaded' }])
})

it.each([413, 415, 422])('a picture rejected with %i need not be tried again', async (status) => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.requests.length).toBe(1)
  server.requests[0]?.reject(status)
  await uploads.settled()
  expect(uploads.current()).toMatchObject([{ state: 'failed', canRetry: false }])
})

it('an upload whose picture is removed is aborted, and nothing waits for it', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.requests.length).toBe(1)
  uploads.remove(firstKey(uploads))
  expect(server.signals[0]?.aborted).toBe(true)
  await uploads.settled()
  expect(uploads.current()).toEqual([])
})

it('a picture that the server makes counts as uploading until it is put first', async () => {
  const uploads = pictureUploads(slowServer().send)
  const drawn = { ...uploaded('drawn'), alt: 'A cake' }
  const { promise, resolve } = Promise.withResolvers<void>()
  const put = uploads.putFirstWhenUploaded(
    'drawn',
    promise.then(() => drawn),
  )
  expect([uploads.isUploading('drawn'), uploads.current()]).toEqual([true, []])
  const settled = uploads.settled().then(() => uploads.current().map(({ key }) => key))
  resolve()
  await put
  expect([await settled, uploads.isUploading('drawn')]).toEqual([['drawn'], false])
})

it('a picture that the server cannot make no longer counts as uploading', async () => {
  const uploads = pictureUploads(slowServer().send)
  const put = uploads.putFirstWhenUploaded('drawn', Promise.reject(new Error('too busy')))
  await expect(put).rejects.toThrow('too busy')
  await uploads.settled()
  expect([uploads.isUploading('drawn'), uploads.current()]).toEqual([false, []])
})
