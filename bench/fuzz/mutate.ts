import { edgesLike, hostileHeaders, hostileTexts, hostileValues } from './hostile-values.ts'
import type { PlainRequest } from './plain-request.ts'
import type { Random } from './random.ts'
import { bytesOf } from './wire-request.ts'

type Mutation = (request: PlainRequest, random: Random) => void

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const pieces = ['%00', '%', '%E0%A4%A', '..%2f', '//', ';x', '.data', '%2e%2e/', '\\', '%ff', '/']

/** Each changes one thing of a request. */
const mutations: readonly Mutation[] = [
  (request, random) => {
    request.method = random.pick(methods)
  },
  (request, random) => {
    const at = 1 + random.below(request.path.length)
    request.path = `${request.path.slice(0, at)}${random.pick(pieces)}${request.path.slice(at)}`
  },
  (request, random) => {
    const parts = request.path.split('/')
    parts[1 + random.below(parts.length - 1)] = encoded(random.pick(hostileTexts)).slice(0, 9000)
    request.path = parts.join('/')
  },
  (request, random) => {
    request.path = random.once(2)
      ? request.path.toUpperCase()
      : `http://evil.example${request.path}`
  },
  mutateQuery,
  mutateQuery,
  mutateHeader,
  mutateHeader,
  mutateHeader,
  (request, random) => {
    const garbage = [
      ...hostileTexts,
      'token=',
      'token=a.b; token=c',
      'token="',
      '=;=;',
      ';'.repeat(3000),
    ]
    request.headers.set('cookie', `token=${inHeader(random.pick(garbage))}`)
  },
  (request, random) => {
    const schemes = ['Bearer', 'bearer', 'Basic', 'Bearer Bearer', '']
    request.headers.set(
      'authorization',
      `${random.pick(schemes)} ${inHeader(random.pick(hostileTexts))}`,
    )
  },
  mutateBody,
  mutateBody,
  mutateBody,
  mutateBody,
]

/** The bytes of a request after some mutations, mostly one. */
export function mutate(plain: PlainRequest, random: Random): { bytes: Buffer; isTorn: boolean } {
  const count = random.pick([0, 1, 1, 1, 2, 3])
  for (let n = 0; n < count; n++) random.pick(mutations)(plain, random)
  const bytes = written(plain, random)
  if (!random.once(25)) return { bytes, isTorn: false }
  return { bytes: torn(bytes, random), isTorn: true }
}

function mutateQuery({ query }: PlainRequest, random: Random) {
  if (query.length === 0 || random.once(3))
    query.push([random.pick(hostileTexts), random.pick(hostileTexts)])
  const at = random.below(query.length)
  const [name, value] = query[at] ?? ['', '']
  const mutated = String(hostileLike(value, random, hostileTexts))
  if (random.once(3)) query.push([name, mutated])
  else query[at] = [name, mutated]
}

/** Half of the time an edge of what the value is. */
function hostileLike(value: unknown, random: Random, others = hostileValues): unknown {
  const edges = random.once(2) ? edgesLike(value) : []
  return random.pick(edges.length > 0 ? edges : others)
}

function mutateHeader({ headers }: PlainRequest, random: Random) {
  const name = random.pick(Object.keys(hostileHeaders))
  headers.set(name, random.pick(hostileHeaders[name] ?? ['']))
}

function mutateBody(request: PlainRequest, random: Random) {
  const { body } = request
  if (body === null) request.body = { kind: 'json', value: random.pick(hostileValues) }
  else if (body.kind === 'json') body.value = mutateValue(body.value, random)
  else
    body.file = random.once(2)
      ? flipped(body.file, random)
      : Buffer.alloc(random.below(200_000), '0,')
}

/** A value with one of its parts replaced, left out, added or wrapped. */
function mutateValue(value: unknown, random: Random): unknown {
  const isContainer = typeof value === 'object' && value !== null
  if (!isContainer || random.once(8)) {
    return random.once(6)
      ? nested(value, random.pick([1, 5, 100, 2000]))
      : hostileLike(value, random)
  }
  const entries = Object.entries(value)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.once(4))
      return [...value, ...value, random.pick(hostileValues)]
    return value.with(random.below(value.length), mutateValue(random.pick(value), random))
  }
  const [name = '', inner] = entries.length > 0 ? random.pick(entries) : []
  if (random.once(6)) return Object.fromEntries(entries.filter(([key]) => key !== name))
  if (random.once(6)) return { ...value, [random.pick(hostileTexts)]: inner }
  return { ...value, [name]: mutateValue(inner, random) }
}

function nested(value: unknown, depth: number): unknown {
  let outer = value
  for (let n = 0; n < depth; n++) outer = [outer]
  return outer
}

function written({ method, path, query, headers, body }: PlainRequest, random: Random): Buffer {
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const { type, bytes } = bodyBytes(body, random)
  if (bytes) {
    if (!headers.has('content-type')) headers.set('content-type', type)
    headers.set('content-length', String(bytes.length))
  }
  const target = `${path}${search ? `?${search}` : ''}`.slice(0, 12_000)
  return bytesOf({ method, target, headers: [...headers], body: bytes })
}

function bodyBytes(body: PlainRequest['body'], random: Random) {
  if (body === null) return { type: '', bytes: null }
  if (body.kind === 'file') {
    const name = random.once(8) ? encoded(random.pick(hostileTexts)) : 'a.png'
    const head = `--b\r\ncontent-disposition: form-data; name="${body.name}"; filename="${name}"\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(head), body.file, Buffer.from('\r\n--b--\r\n')])
    return { type: 'multipart/form-data; boundary=b', bytes }
  }
  const json = Buffer.from(JSON.stringify(body.value) ?? '')
  return { type: 'application/json', bytes: random.once(20) ? flipped(json, random) : json }
}

/** With some of its bytes changed. */
function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  for (let n = 0; n <= random.below(8); n++) {
    if (changed.length > 0) changed[random.below(changed.length)] = random.below(256)
  }
  return changed
}

/** Bytes that are no whole request any more: changed somewhere, or cut off. */
function torn(bytes: Buffer, random: Random): Buffer {
  return random.once(2) ? bytes.subarray(0, random.below(bytes.length)) : flipped(bytes, random)
}

/** As a browser encodes it; a lone surrogate as no browser can. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function inHeader(text: string): string {
  return text.replace(/[\r\n\0]/g, '?').slice(0, 9000)
}
