import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { type DecodedPicture, decodeDrawing, decodePicture } from './decode-picture.server.ts'
import { type PictureFormat, pictureFormats, pictureWidths } from './picture-sizes.ts'

/** The id of the picture that is made from this original. */
export function pictureIdFromContent(original: Uint8Array | string): string {
  return createHash('sha256').update(original).digest('hex').slice(0, 20)
}

export interface EncodedPicture {
  /** From the content: the same picture always has the same id. */
  id: string
  width: number
  height: number
  colour: string
  placeholder: string
  files: { width: number; format: PictureFormat; bytes: Buffer }[]
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 3 }),
  webp: (image) => image.webp({ quality: 78, effort: 4 }),
}

/**
 * Makes a picture's files in every width and format the pages use, from its pixels alone, so that nothing else of
 * the original is left. A smaller original is not enlarged.
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
  const tiny = await fromPixels(decoded).resize({ width: 12 }).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
