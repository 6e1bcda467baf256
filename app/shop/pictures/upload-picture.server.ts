import { Hono } from 'hono'
import pLimit from 'p-limit'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { dayMs } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { cachedForEver } from '#platform/files/open-files.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, uploadEndpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { limits } from '#shop/values/limits.server.ts'
import { type EncodedPicture, pictureIdFromContent } from './encode-picture.server.ts'
import { type PictureShape, uploadedPictureSchema } from './picture.schema.ts'
import { maxPictureBytes } from './picture-file.ts'
import { pictureFormats, picturePath } from './picture-sizes.ts'
import { countPicturesSince, fileKey, renewPicture, storePicture } from './pictures.store.server.ts'

const uploadPictureEndpoint = uploadEndpoint({
  path: '/cakes/upload',
  tag: 'Pictures',
  summary: 'Upload a picture',
  description:
    'Takes a JPEG, PNG, WebP or AVIF, recognised by its content, and stores it in the sizes the pages use, without its metadata. What nothing refers to after 30 days is taken away. 415 for another kind of file, 422 for a damaged one.',
  access: 'anyone',
  field: 'image',
  maxBytes: maxPictureBytes,
  response: uploadedPictureSchema,
})

export type UploadPicture = typeof uploadPictureEndpoint

export function servePictureUploads(api: Api, shop: AppContext) {
  api.serveUpload(uploadPictureEndpoint, async ({ file: { bytes } }, { caller, address }) => {
    return toUploadResponse(await uploadPicture(shop, { bytes, caller, address }))
  })
}

export function toUploadResponse(picture: PictureShape) {
  return { downloadURL: picturePath(picture.id, 640, 'webp'), picture }
}

/** No picture's is nearly as long. A disk and a bucket would not look for a much longer one. */
const maxKeyLength = 200

const filePattern = new RegExp(`^(\\d+)\\.(${pictureFormats.join('|')})$`)

/**
 * GET /pictures/{id}/{width}.{format}: ids come from the content, so a file never changes and may be cached for ever. A
 * browser that accepts AVIF gets AVIF under either name, so that a page names each picture once.
 */
export function servePictures(files: FileStore) {
  return new Hono().get('/pictures/:id{[0-9a-z]+}/:file', async (c) => {
    const [, width, named] = filePattern.exec(c.req.param('file')) ?? []
    const format = c.req.header('accept')?.includes('image/avif') ? 'avif' : named
    const key = fileKey(`/pictures/${c.req.param('id')}/${width}.${format}`)
    const bytes = width && key.length <= maxKeyLength ? await files.get(key) : null
    if (!bytes) return c.text('There is no such picture.', 404)
    return c.body(bytes, 200, {
      'content-type': `image/${format}`,
      vary: 'accept',
      'cache-control': cachedForEver,
      'x-content-type-options': 'nosniff',
    })
  })
}

/** Encoding takes a core for a second or two: with two at a time the shop can still serve. */
const encoding = pLimit(2)
const maxQueue = 30

/** The library that encodes is slow to load and large: it loads with the first picture. */
const encoder = () => import('./encode-picture.server.ts')

interface Sender {
  caller: Caller | null
  address: string
}

/**
 * Stores an uploaded picture. The number is limited by network address, except for a baker, who may have a whole
 * catalogue to add.
 *
 * @throws AppError too_many, unsupported_media, invalid (damaged, much too large)
 */
export async function uploadPicture(
  shop: AppContext,
  { bytes, ...sender }: Sender & { bytes: Uint8Array },
): Promise<PictureShape> {
  await limitSending(shop, sender)
  return storeEncoded(shop, async () => (await encoder()).encodePicture(bytes))
}

/**
 * Stores an SVG that the shop drew itself as a picture, within the same limits. A picture that is stored already is not
 * encoded again.
 *
 * @throws AppError too_many
 */
export async function storeDrawing(
  shop: AppContext,
  { svg, ...sender }: Sender & { svg: string },
): Promise<PictureShape> {
  await limitSending(shop, sender)
  const existing = await renewPicture(shop.db, pictureIdFromContent(svg), shop.clock.now())
  return existing ?? storeEncoded(shop, async () => (await encoder()).encodeDrawing(svg))
}

async function limitSending({ db, clock, limiter }: AppContext, { caller, address }: Sender) {
  if (caller && may(caller.role, 'edit-cakes')) return
  await limiter.attempt(caller ? 'upload' : 'upload-stranger', address)
  const since = new Date(clock.now().getTime() - dayMs)
  if ((await countPicturesSince(db, since)) < limits.pictures.max) return
  const sentence = 'The shop takes no more pictures today. Please describe your cake in words.'
  throw new AppError('unavailable', sentence, { retryAfterSeconds: 60 * 60 })
}

async function storeEncoded(
  shop: AppContext,
  encode: () => Promise<EncodedPicture>,
): Promise<PictureShape> {
  const encoded = await encodeInTurn(encode)
  await storePicture(shop, encoded, shop.clock.now())
  const { files: _, ...picture } = encoded
  return picture
}

/**
 * Encodes a photo into one file, for callers that store it elsewhere than among the public pictures.
 *
 * @throws AppError as `uploadPicture`
 */
export function encodePhotoInTurn(bytes: Uint8Array): Promise<Buffer> {
  return encodeInTurn(async () => (await encoder()).encodePhoto(bytes))
}

export async function encodePhotoForMail(photo: Uint8Array): Promise<Buffer> {
  return (await encoder()).encodePhotoForMail(photo)
}

async function encodeInTurn<Encoded>(encode: () => Promise<Encoded>): Promise<Encoded> {
  if (encoding.pendingCount < maxQueue) return encoding(encode)
  const sentence = 'Many pictures are being uploaded right now. Please try again in a minute.'
  throw new AppError('too_many', sentence, { retryAfterSeconds: 60 })
}
