import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { FailOnOptions, Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { fieldError } from '#platform/app-error.ts'
import type { PictureShape } from './picture.schema.ts'
import { hasTooManyPixels, maxPicturePixels, unusablePictureText } from './picture-file.ts'
import { type PictureFormat, pictureFormats, pictureWidths } from './picture-sizes.ts'

export function pictureIdFromContent(original: Uint8Array | string): string {
  return createHash('sha256').update(original).digest('hex').slice(0, 20)
}

/** Its id comes from the content: the same picture always has the same id. */
export interface EncodedPicture extends PictureShape {
  files: { width: number; format: PictureFormat; bytes: Buffer }[]
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 3 }),
  webp: (image) => image.webp({ quality: 78, effort: 4 }),
}

/**
 * Makes a picture's files in every width and format that pages use, from its pixels alone, so that no metadata is left. A
 * smaller original is not enlarged.
 *
 * @throws AppError unsupported_media, invalid, as `decodePicture`
 */
export async function encodePicture(original: Uint8Array): Promise<EncodedPicture> {
  return encode(pictureIdFromContent(original), await decodePicture(original))
}

/** As `encodePicture`, for an SVG that the shop drew itself. */
export async function encodeDrawing(svg: string): Promise<EncodedPicture> {
  return encode(pictureIdFromContent(svg), await decodeDrawing(svg))
}

/** One WebP of a photo in the largest stored size, from its pixels alone. @throws AppError as `decodePicture` */
export async function encodePhoto(original: Uint8Array): Promise<Buffer> {
  return encoders.webp(fromPixels(await decodePicture(original))).toBuffer()
}

/** A stored photo as JPEG, at most 480 px wide: not every mail program shows WebP. */
export async function encodePhotoForMail(photo: Uint8Array): Promise<Buffer> {
  const size = { width: 480, withoutEnlargement: true }
  return sharp(photo).resize(size).jpeg({ quality: 82 }).toBuffer()
}

async function encode(id: string, decoded: DecodedPicture): Promise<EncodedPicture> {
  const files: EncodedPicture['files'] = []
  for (const width of pictureWidths) {
    const resized = fromPixels(decoded).resize({ width, withoutEnlargement: true })
    for (const format of pictureFormats) {
      files.push({ width, format, bytes: await encoders[format](resized.clone()).toBuffer() })
    }
  }
  return {
    id,
    width: decoded.width,
    height: decoded.height,
    colour: await dominantColour(decoded),
    placeholder: await tinyPicture(decoded),
    files,
  }
}

function fromPixels({ pixels, ...raw }: DecodedPicture): Sharp {
  return sharp(pixels, { raw })
}

async function dominantColour(decoded: DecodedPicture): Promise<string> {
  const data = await fromPixels(decoded).resize(1, 1).raw().toBuffer()
  return `#${data.subarray(0, 3).toString('hex')}`
}

async function tinyPicture(decoded: DecodedPicture): Promise<string> {
  // A strip that is 12 pixels wide is too high for WebP.
  const size = { width: 12, height: 24, fit: 'inside' } as const
  const tiny = await fromPixels(decoded).resize(size).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

// libvips reads no other format (PDF, GIF, raw files, …) in this process. SVG is for the shop's own drawings, and only
// from memory, where it cannot refer to a file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'SvgBuffer'].map((kind) => `VipsForeignLoad${kind}`),
})

const maxWidth = Math.max(...pictureWidths)
const storedSize = {
  width: maxWidth,
  // A strip of a picture would cost many times the work of any other.
  height: 2 * maxWidth,
  fit: 'inside',
  withoutEnlargement: true,
} as const
const maxWorkSeconds = 30
const damagedText = 'This picture is damaged or incomplete. Choose another one.'
const tooManyPixelsText =
  'This picture has too many pixels. Make it smaller: 2000 pixels wide is plenty.'

/** The pixels of a picture: upright, opaque, in sRGB, no wider than the largest stored size. */
interface DecodedPicture {
  pixels: Buffer
  width: number
  height: number
  channels: 3
}

/**
 * A JPEG or PNG whose end is missing is accepted, as browsers show it, if nearly all of it is there.
 *
 * @throws AppError unsupported_media for other types, invalid for a damaged, truncated or much too large picture
 */
export async function decodePicture(original: Uint8Array): Promise<DecodedPicture> {
  await checkPictureType(original)
  const metadata = await readable(sharp(original, { limitInputPixels: false }).metadata())
  if (hasTooManyPixels(metadata)) throw fieldError('invalid', 'image', tooManyPixelsText)
  return readable(
    pixelsOf(original).catch(async (error) => {
      if (await isMostlyMissing(original, metadata)) throw error
      return pixelsOf(original, 'none')
    }),
  )
}

/** Whether the last tenth of its rows is missing. The decoder fills missing rows of a PNG with black, of a JPEG with grey. */
async function isMostlyMissing(original: Uint8Array, { format, width, height }: Metadata) {
  const row = { left: 0, top: Math.floor(height * 0.9), width, height: 1 }
  const pixels = await sharp(original, { failOn: 'none' }).extract(row).raw().toBuffer()
  const filling = format === 'png' ? 0 : 128
  return pixels.every((value) => Math.abs(value - filling) <= 2)
}

/** Only for an SVG that the shop drew itself. */
export function decodeDrawing(svg: string): Promise<DecodedPicture> {
  return pixelsOf(Buffer.from(svg))
}

async function pixelsOf(original: Uint8Array, failOn: FailOnOptions = 'error') {
  const { data, info } = await sharp(original, {
    failOn,
    limitInputPixels: maxPicturePixels,
    pages: 1,
  })
    .timeout({ seconds: maxWorkSeconds })
    .autoOrient()
    .resize(storedSize)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: 3 } as const
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw fieldError('invalid', 'image', damagedText)
  }
}

const storedTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif'])

/**
 * Recognises JPEG, PNG, WebP and AVIF by their content; the name does not matter.
 *
 * @throws AppError unsupported_media
 */
async function checkPictureType(bytes: Uint8Array): Promise<void> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
  if (storedTypes.has(mime) && (mime !== 'image/avif' || beginsWithSize(bytes))) return
  throw fieldError('unsupported_media', 'image', unusablePictureText(mime))
}

/**
 * Whether an AVIF's first four bytes are the size of its first box, which is small. `fileTypeFromBuffer` does not look
 * at them, and they could be the beginning of an SVG: `<!--ftypavif-->` is a comment there.
 */
function beginsWithSize([first]: Uint8Array): boolean {
  return first === 0
}
