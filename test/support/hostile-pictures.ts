import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A plain picture, one for each colour. */
export function plainPicture(colour: string, width = 24, height = 18) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

/** A JPEG with something to see, lying on its side, that says who took it, where, and with what. */
export function tellingJpeg(): Promise<Buffer> {
  const left = { create: { width: 30, height: 60, channels: 3, background: '#0000ff' } } as const
  return plainPicture('#ff0000', 90, 60)
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: 'Asha Rao', Make: 'Secretphone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 17/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret place</x:xmpmeta>')
    .jpeg()
    .toBuffer()
}

/** A few bytes that claim to be a PNG of any size. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64 * 1024))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A whole PNG of one colour that unpacks to `width` × `height` pixels from next to nothing. */
export function packedPng(width: number, height: number): Promise<Buffer> {
  return plainPicture('#ffffff', width, height).png({ palette: true, colours: 2 }).toBuffer()
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
