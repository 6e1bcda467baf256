import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  gzipSync,
  zstdCompressSync,
  zstdDecompress,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** How an answer's bytes may travel. */
export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

export type Bytes = Buffer<ArrayBuffer>

/** Bytes in some encodings, at least one. */
export type Encoded = Partial<Record<Encoding, Bytes>>

/** How much work goes into few bytes: much where they are kept for long. */
export type Effort = 'much' | 'little'

/** With much effort brotli makes the fewest bytes, with little zstd makes as few in a fifth of the time. */
const bestFirst: Record<Effort, readonly Encoding[]> = {
  much: ['br', 'gzip', 'identity'],
  little: ['zstd', 'br', 'gzip', 'identity'],
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const unpackings = {
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  gzip: promisify(gunzip),
}

/** The bytes in an encoding, made from what there is of them. */
export async function encode(from: Encoded, to: Encoding, effort: Effort): Promise<Bytes> {
  const given = from[to]
  if (given) return given
  const plain = await unpacked(from)
  if (to === 'identity') return plain
  // Handing it to another thread would cost more than to do it.
  if (effort === 'little' || to === 'zstd') return packAtOnce(plain, to)
  return to === 'gzip' ? zip(plain) : brotli(plain, brotliSettings(plain, 6))
}

function packAtOnce(plain: Bytes, to: Exclude<Encoding, 'identity'>): Bytes {
  if (to === 'br') return brotliCompressSync(plain, brotliSettings(plain, 0))
  if (to === 'gzip') return gzipSync(plain, { level: 1 })
  return zstdCompressSync(plain, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    pledgedSrcSize: plain.length,
  })
}

function brotliSettings({ length }: Bytes, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      // By itself the encoder takes memory for megabytes, whatever it is given.
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(length),
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}

/** The window that holds so many bytes, as brotli counts it: 2 to its power, less 16. */
function windowBitsFor(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + 16))
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}

async function unpacked({ identity, ...packed }: Encoded): Promise<Bytes> {
  if (identity) return identity
  for (const encoding of ['zstd', 'gzip', 'br'] as const) {
    const bytes = packed[encoding]
    if (bytes) return unpackings[encoding](bytes)
  }
  throw new Error('there are no bytes to encode')
}

/** What browsers send is of a few kinds; longer than this nobody's is. */
const known = new LRUCache<string, Record<Effort, Encoding>>({ max: 100 })
const longestKnown = 100

/** The best encoding that a request takes, by its header Accept-Encoding, made with so much effort. */
export function encodingFor(accepted: string | null | undefined, effort: Effort): Encoding {
  if (!accepted) return 'identity'
  const before = known.get(accepted)
  if (before) return before[effort]
  const best = parse(accepted)
  if (accepted.length <= longestKnown) known.set(accepted, best)
  return best[effort]
}

function parse(accepted: string): Record<Effort, Encoding> {
  const offers = accepted
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  const best = (of: readonly Encoding[]) => of.find((one) => offers.includes(one)) ?? 'identity'
  return { much: best(bestFirst.much), little: best(bestFirst.little) }
}
