import { fileTypeFromBuffer } from 'file-type'
import type { Metadata } from 'sharp'
import sharp from 'sharp'
import { fieldError } from '#platform/app-error.ts'
import { pictureTypeError } from './picture-file.ts'
import { pictureWidths } from './picture-sizes.ts'

// Whatever else libvips can read (PDF, GIF, raw files, …) is not even tried, in the whole process. SVG is for what the
// shop draws itself, and only from memory, where it can refer to no file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'SvgBuffer'].map((kind) => `VipsForeignLoad${kind}`),
})

const largestWidth = Math.max(...pictureWidths)
const storedSize = {
  width: largestWidth,
  // A strip of a picture would cost many times the work of any other.
  height: 2 * largestWidth,
  fit: 'inside',
  withoutEnlargement: true,
} as const
const mostPixels = 50_000_000
const longestSide = 15_000
const longestWorkSeconds = 30

/** The pixels of a picture: upright, opaque, in sRGB, no wider than the largest stored size. */
export interface DecodedPicture {
  pixels: Buffer
  width: number
  height: number
  channels: 3
}

/**
 * Reads a picture's pixels and nothing else of it.
 *
 * @throws AppError unsupported_media for what is no picture we take, invalid for what is damaged, cut short, or far
 *   too large
 */
export async function decodePicture(original: Uint8Array): Promise<DecodedPicture> {
  await checkPictureType(original)
  checkPixelCount(await readable(sharp(original, { limitInputPixels: false }).metadata()))
  return readable(pixelsOf(original))
}

/** The pixels of an SVG that the shop drew itself; never of one that somebody sent. */
export function decodeDrawing(svg: string): Promise<DecodedPicture> {
  return pixelsOf(Buffer.from(svg))
}

async function pixelsOf(original: Uint8Array): Promise<DecodedPicture> {
  const { data, info } = await sharp(original, {
    failOn: 'error',
    limitInputPixels: mostPixels,
    pages: 1,
  })
    .timeout({ seconds: longestWorkSeconds })
    .autoOrient()
    .resize(storedSize)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: 3 }
}

/** A few bytes can claim to be a picture that fills all memory. */
function checkPixelCount({ width, height }: Metadata) {
  if (width * height <= mostPixels && Math.max(width, height) <= longestSide) return
  throw invalidPicture(
    'This picture has too many pixels. Make it smaller: 2000 pixels wide is plenty.',
  )
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw invalidPicture('This picture is damaged or incomplete. Choose another one.')
  }
}

function invalidPicture(sentence: string) {
  return fieldError('invalid', 'image', sentence)
}

/**
 * Refuses what is no JPEG, PNG, WebP or AVIF by its content; its name is not looked at.
 *
 * @throws AppError unsupported_media
 */
async function checkPictureType(bytes: Uint8Array): Promise<void> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
  const message = pictureTypeError(mime === 'image/avif' && !beginsWithSize(bytes) ? '' : mime)
  if (message) throw fieldError('unsupported_media', 'image', message)
}

/**
 * Whether an AVIF's first four bytes are the size of its first box, which is small. `fileTypeFromBuffer` does not look
 * at them, and they could be the beginning of an SVG: `<!--ftypavif-->` is a comment there.
 */
function beginsWithSize([first]: Uint8Array): boolean {
  return first === 0
}
