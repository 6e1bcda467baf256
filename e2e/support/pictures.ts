import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { claimingPng, plainPicture } from '../../test/support/hostile-pictures.ts'

/** What a file input or a form of the API is given. */
export interface PictureFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture of one colour, as a phone would send it. */
export async function photo(colour: string, name = `${colour}.jpg`): Promise<PictureFile> {
  return jpeg(name, await plainPicture(colour, 1200, 900).jpeg().toBuffer())
}

/** A photo of more than 10 MB that lies on its side, as a phone stores one that was taken upright. */
export async function largePhoto(): Promise<PictureFile> {
  const raw = { width: 2400, height: 1800, channels: 3 } as const
  const picture = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
  const file = picture.withMetadata({ orientation: 6 }).jpeg({ quality: 100 })
  return jpeg('large.jpg', await file.toBuffer())
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

interface HostileFile {
  what: string
  file: PictureFile
  /** How the API refuses it. */
  status: number
  sentence: string
}

const notTaken = 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'
const tooMany = 'This picture has too many pixels. Make it smaller: 2000 pixels wide is plenty.'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** The browser can tell what it is before it is sent. */
export const scriptSvg: HostileFile = {
  what: 'an SVG with a script',
  file: { name: 'script.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
  status: 415,
  sentence: notTaken,
}

/** Files that would hurt a careless shop, each with the sentence it is refused with. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const whole = await photo('#8b1e3f')
  return [
    {
      what: '30 MB that no browser shows',
      file: jpeg('large.jpg', Buffer.alloc(30 * 1024 * 1024)),
      status: 413,
      sentence: 'The file is larger than 10 MB. Please choose a smaller one.',
    },
    {
      what: 'a text named .png',
      file: png('text.png', Buffer.from('not a picture')),
      status: 415,
      sentence: notTaken,
    },
    {
      what: 'a JPEG that is cut short',
      file: jpeg('cut.jpg', whole.buffer.subarray(0, whole.buffer.length * 0.6)),
      status: 422,
      sentence: 'This picture is damaged or incomplete. Choose another one.',
    },
    scriptSvg,
    {
      what: 'a few bytes that claim 30,000 × 30,000 pixels',
      file: png('bomb.png', claimingPng(30_000, 30_000)),
      status: 422,
      sentence: tooMany,
    },
  ]
}
