import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** How an answer's bytes may travel, the best first. */
export const encodings = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof encodings)[number]

export type Bytes = Buffer<ArrayBuffer>

/** Bytes in some encodings, at least one. */
export type Encoded = Partial<Record<Encoding, Bytes>>

/** How much work goes into few bytes: much where they are kept for long. */
export type Effort = 'much' | 'little'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const unpackings = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }
const levels = { much: { br: 6, gzip: 6 }, little: { br: 1, gzip: 1 } }

/** The bytes in an encoding, made from what there is of them. */
export async function encode(from: Encoded, to: Encoding, effort: Effort): Promise<Bytes> {
  const given = from[to]
  if (given) return given
  const plain = await unpacked(from)
  if (to === 'identity') return plain
  if (to === 'gzip') return zip(plain, { level: levels[effort].gzip })
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: levels[effort].br,
      // By itself the encoder takes memory for megabytes, whatever it is given.
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(plain.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}

/** The window that holds so many bytes, as brotli counts it: 2 to its power, less 16. */
function windowBitsFor(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + 16))
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}

async function unpacked({ identity, gzip: zipped, br }: Encoded): Promise<Bytes> {
  if (identity) return identity
  if (zipped) return unpackings.gzip(zipped)
  if (br) return unpackings.br(br)
  throw new Error('there are no bytes to encode')
}

/** What browsers send is of a few kinds; longer than this nobody's is. */
const known = new LRUCache<string, Encoding>({ max: 100 })
const longestKnown = 100

/** The best encoding that a request takes, by its header Accept-Encoding. */
export function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity'
  const before = known.get(accepted)
  if (before) return before
  const best = parse(accepted)
  if (accepted.length <= longestKnown) known.set(accepted, best)
  return best
}

function parse(accepted: string): Encoding {
  const offers = accepted
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return encodings.find((one) => offers.includes(one)) ?? 'identity'
}
