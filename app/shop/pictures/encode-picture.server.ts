import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { type PictureFormat, pictureFormats, pictureWidths } from './picture-sizes.ts'

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

/** Makes a picture's files in every width and format the pages use, without its metadata. */
export async function encodePicture(original: Buffer): Promise<EncodedPicture> {
  const upright = await sharp(original).rotate().toBuffer({ resolveWithObject: true })
  const files: EncodedPicture['files'] = []
  for (const width of pictureWidths) {
    const resized = sharp(upright.data).resize({ width })
    for (const format of pictureFormats) {
      files.push({ width, format, bytes: await encoders[format](resized.clone()).toBuffer() })
    }
  }
  return {
    id: createHash('sha256').update(original).digest('hex').slice(0, 20),
    width: upright.info.width,
    height: upright.info.height,
    colour: await dominantColour(upright.data),
    placeholder: await tinyPicture(upright.data),
    files,
  }
}

async function dominantColour(picture: Buffer): Promise<string> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${data.subarray(0, 3).toString('hex')}`
}

async function tinyPicture(picture: Buffer): Promise<string> {
  const tiny = await sharp(picture).resize({ width: 12 }).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
