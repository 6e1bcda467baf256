import { expect, it } from 'vitest'
import { fitPicture } from './fit-picture.ts'
import { maxPictureBytes } from './picture-file.ts'

const fileOf = (type: string, bytes = 4) => new File([new Uint8Array(bytes)], 'IMG-0001', { type })

// This test's environment shows no picture, as a browser that does not know its format.
it.each([
  ...['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/x-png', 'image/webp'],
  ...['image/avif', 'image/heic', 'image/heif', 'image/gif', 'image/bmp', 'image/x-adobe-dng'],
  ...['', 'application/octet-stream', 'application/x-jpg', 'binary/octet-stream'],
])('a file that the browser calls "%s" is sent to the shop', async (type) => {
  const file = fileOf(type)
  expect(await fitPicture(file)).toBe(file)
})

it.each([
  ...['application/pdf', 'application/zip', 'application/vnd.ms-excel', 'image/svg+xml'],
  ...['video/mp4', 'video/quicktime', 'audio/mpeg', 'text/plain', 'text/csv'],
])('a file of the type "%s" is never a picture', async (type) => {
  await expect(fitPicture(fileOf(type))).rejects.toMatchObject({
    isShops: true,
    problem: {
      status: 415,
      detail: 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.',
    },
  })
})

it('an empty file is not sent', async () => {
  const detail = 'This file is empty. Choose another one.'
  await expect(fitPicture(fileOf('image/jpeg', 0))).rejects.toMatchObject({ problem: { detail } })
})

it('a file is too large if the browser cannot make it smaller', async () => {
  expect(await fitPicture(fileOf('image/jpeg', maxPictureBytes))).toMatchObject({
    name: 'IMG-0001',
  })
  await expect(fitPicture(fileOf('image/jpeg', maxPictureBytes + 1))).rejects.toMatchObject({
    problem: { detail: 'The file is larger than 10 MB. Please choose a smaller one.' },
  })
})
