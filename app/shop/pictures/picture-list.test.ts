import { describe, expect, it } from 'vitest'
import {
  changePictures,
  failedUploadsMessage,
  type ListedPicture,
  type PictureShape,
  type UploadedPicture,
  type UploadingPicture,
  uploadedPictures,
} from './picture-list.ts'

const file = new File(['x'], 'x.jpg', { type: 'image/jpeg' })
const shape = (id: string): PictureShape => ({
  id,
  width: 960,
  height: 960,
  colour: '#aabbcc',
  placeholder: 'data:image/webp;base64,',
})
const kept = (key: string): UploadedPicture => ({
  key,
  alt: '',
  preview: `/p/${key}`,
  state: 'uploaded',
  address: `/pictures/${key}/640.webp`,
  picture: shape(key),
})
const sending = (key: string): UploadingPicture => ({
  key,
  alt: '',
  preview: `blob:${key}`,
  state: 'sending',
  file,
  sent: 0,
})
const keys = (list: readonly ListedPicture[]) => list.map(({ key }) => key).join('')
const arrives = (key: string, id: string) =>
  ({ type: 'uploaded', key, address: `/pictures/${id}/640.webp`, picture: shape(id) }) as const

describe('the order', () => {
  const list = [kept('a'), kept('b'), kept('c')]

  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['a', -1, 'abc'],
    ['c', 3, 'abc'],
    ['z', 0, 'abc'],
  ])('%s moved to place %i gives %s', (key, to, order) => {
    expect(keys(changePictures(list, { type: 'moved', key, to }))).toBe(order)
  })

  it('closes up where one is removed', () => {
    expect(keys(changePictures(list, { type: 'removed', key: 'b' }))).toBe('ac')
  })
})

describe('a picture on its way', () => {
  it('tells how much of it is sent, and keeps its words and its place when it arrives', () => {
    let list: readonly ListedPicture[] = [sending('a'), kept('b')]
    list = changePictures(list, { type: 'sent', key: 'a', sent: 0.5 })
    expect(list[0]).toMatchObject({ state: 'sending', sent: 0.5 })
    list = changePictures(list, { type: 'described', key: 'a', alt: 'A mango cake' })
    list = changePictures(list, arrives('a', 'id1'))
    expect(keys(list)).toBe('ab')
    expect(list[0]).toMatchObject({
      state: 'uploaded',
      alt: 'A mango cake',
      picture: { id: 'id1' },
    })
  })

  it('can fail and be tried again', () => {
    const failed = { type: 'failed', key: 'a', error: 'No connection', canRetry: true } as const
    const list = changePictures([sending('a')], failed)
    expect(list[0]).toMatchObject({ state: 'failed', error: 'No connection', canRetry: true })
    expect(uploadedPictures(list)).toEqual([])
    expect(changePictures(list, { type: 'retried', key: 'a' })[0]).toMatchObject({
      state: 'sending',
      sent: 0,
    })
  })

  it('is not kept twice', () => {
    const list = changePictures([kept('b'), sending('a')], arrives('a', 'b'))
    expect(uploadedPictures(list)).toHaveLength(1)
    expect(list[1]).toMatchObject({ state: 'failed', canRetry: false })
  })

  it('that was taken away meanwhile does not come back', () => {
    expect(changePictures([kept('b')], arrives('a', 'a'))).toHaveLength(1)
  })
})

it('what the server has stays so, whatever is heard of it later', () => {
  const list = [kept('a')]
  expect(changePictures(list, { type: 'sent', key: 'a', sent: 0.2 })).toEqual(list)
})

describe('a picture that the server has', () => {
  it('is put before the others, in place of one with its key', () => {
    const list = [kept('a'), sending('b')]
    const first = { ...kept('c'), alt: 'drawn' }
    const put = changePictures(list, { type: 'put-first', picture: first })
    expect(keys(put)).toBe('cab')
    const again = changePictures(put, { type: 'put-first', picture: { ...first, alt: 'anew' } })
    expect(keys(again)).toBe('cab')
    expect(again[0]?.alt).toBe('anew')
  })

  it('is not taken a second time, though only its address is known', () => {
    const { picture: _, ...known } = kept('a')
    const list = [known, sending('b')]
    expect(changePictures(list, arrives('b', 'a'))[1]).toMatchObject({ state: 'failed' })
  })
})

it('a form says how many pictures it waits for', () => {
  const failed = (key: string): ListedPicture => ({
    key,
    alt: '',
    preview: '',
    file,
    state: 'failed',
    error: 'Too large',
    canRetry: false,
  })
  expect(failedUploadsMessage([kept('a'), sending('b')])).toBeNull()
  expect(failedUploadsMessage([kept('a'), failed('b')])).toMatch(
    /^One picture could not be uploaded/,
  )
  expect(failedUploadsMessage([failed('a'), failed('b')])).toMatch(
    /^2 pictures could not be uploaded/,
  )
})
