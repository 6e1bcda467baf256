import { expect, it } from 'vitest'
import { ApiError } from '#platform/http/api-client.ts'
import { maxPictureBytes } from './picture-file.ts'
import { pictureUploads, type SendPicture } from './picture-uploads.ts'

const picture = (name: string, type = 'image/jpeg') => new File([name], name, { type })

/** A server that answers when it is told to. */
function slowServer() {
  const asked: { name: string; answer: () => void; refuse: (status: number) => void }[] = []
  const signals: AbortSignal[] = []
  const send: SendPicture = (file, { signal }) => {
    signals.push(signal)
    return new Promise((resolve, reject) => {
      const shape = { width: 9, height: 9, colour: '#ffffff', placeholder: 'data:image/webp;,' }
      asked.push({
        name: file.name,
        answer: () =>
          resolve({ downloadURL: `/${file.name}`, picture: { id: file.name, ...shape } }),
        refuse: (status) =>
          reject(new ApiError({ status, title: 'Refused', detail: `refused with ${status}` })),
      })
    })
  }
  return { asked, signals, send }
}

it('two are sent at once, and all have settled when the last one has', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add(['a', 'b', 'c'].map((name) => picture(name)))
  await Promise.resolve()
  expect(server.asked.map(({ name }) => name)).toEqual(['a', 'b'])

  let settled = false
  const all = uploads.settled().then(() => {
    settled = true
  })
  server.asked[1]?.answer()
  server.asked[0]?.refuse(0)
  await expect.poll(() => server.asked.length).toBe(3)
  expect(settled).toBe(false)
  server.asked[2]?.answer()
  await all
  expect(uploads.current()).toMatchObject([
    { state: 'failed', error: 'refused with 0', canRetry: true },
    { state: 'uploaded', address: '/b' },
    { state: 'uploaded', address: '/c' },
  ])
})

it('one that failed is sent again', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.asked.length).toBe(1)
  server.asked[0]?.refuse(500)
  await uploads.settled()
  uploads.retry(uploads.current()[0]?.key ?? '')
  await expect.poll(() => server.asked.length).toBe(2)
  server.asked[1]?.answer()
  await uploads.settled()
  expect(uploads.current()).toMatchObject([{ state: 'uploaded' }])
})

it.each([413, 415, 422])('a picture refused with %i need not be tried again', async (status) => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.asked.length).toBe(1)
  server.asked[0]?.refuse(status)
  await uploads.settled()
  expect(uploads.current()).toMatchObject([{ state: 'failed', canRetry: false }])
})

it('what is no picture or too large is not sent at all', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  const large = new File([new Uint8Array(maxPictureBytes + 1)], 'l.png', { type: 'image/png' })
  uploads.add([picture('notes.txt', 'text/plain'), large])
  await uploads.settled()
  expect(server.asked).toEqual([])
  expect(uploads.current()).toMatchObject([
    { state: 'failed', error: expect.stringContaining('JPEG, PNG, WebP or AVIF') },
    { state: 'failed', error: 'The file is larger than 10 MB. Please choose a smaller one.' },
  ])
})

it('one that is taken away is stopped, and nothing waits for it', async () => {
  const server = slowServer()
  const uploads = pictureUploads(server.send)
  uploads.add([picture('a')])
  await expect.poll(() => server.asked.length).toBe(1)
  uploads.remove(uploads.current()[0]?.key ?? '')
  expect(server.signals[0]?.aborted).toBe(true)
  await uploads.settled()
  expect(uploads.current()).toEqual([])
})

it('a picture that the server makes is on its way until it is there, first of all', async () => {
  const uploads = pictureUploads(slowServer().send)
  const kept = { state: 'uploaded', alt: 'A cake', preview: '/a', address: '/a' } as const
  const { promise, resolve } = Promise.withResolvers<void>()
  const put = uploads.putFirstWhenUploaded(
    'drawn',
    promise.then(() => ({ ...kept, key: 'drawn' })),
  )
  expect([uploads.isUploading('drawn'), uploads.current()]).toEqual([true, []])
  const settled = uploads.settled().then(() => uploads.current().map(({ key }) => key))
  resolve()
  await put
  expect([await settled, uploads.isUploading('drawn')]).toEqual([['drawn'], false])
})

it('a picture that the server does not make is waited for no longer', async () => {
  const uploads = pictureUploads(slowServer().send)
  const put = uploads.putFirstWhenUploaded('drawn', Promise.reject(new Error('too busy')))
  await expect(put).rejects.toThrow('too busy')
  await uploads.settled()
  expect([uploads.isUploading('drawn'), uploads.current()]).toEqual([false, []])
})
