import type { FuzzTarget } from './fuzz-targets.ts'
import { type Schema, type Sources, valueOfSchema } from './value-of-schema.ts'

/** A request that the shop may well accept, in parts that can be mutated. */
export interface PlainRequest {
  method: string
  path: string
  query: [name: string, value: string][]
  headers: Map<string, string>
  body: { kind: 'json'; value: unknown } | { kind: 'file'; name: string; file: Buffer } | null
}

/** A picture of one pixel, and the beginning of a catalogue. */
const files = [
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from('id,name,price,category,flavours,weight\r\nfuzz,Fuzz Cake,500,Fruit,Mango,1\r\n'),
]

export function plainRequest(target: FuzzTarget, sources: Sources): PlainRequest {
  const { random } = sources
  const filled = target.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(valueOfSchema(parameterSchema(name, sources), sources, name))),
  )
  const names = Object.keys(target.query).filter(() => random.once(target.body ? 4 : 3))
  const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  return {
    method: target.method,
    path: filled,
    query: names
      .slice(0, 4)
      .map((name) => [name, textOf(valueOfSchema(target.query[name] ?? {}, sources, name))]),
    headers: new Map([
      ['host', 'localhost'],
      ['connection', 'close'],
      ['x-forwarded-for', from],
    ]),
    body: plainBody(target, sources),
  }
}

/** Paths name many things: an id, a number, or another's id. */
function parameterSchema(name: string, { random }: Sources): Schema {
  if (name === 'uuid' || random.once(4)) return { format: 'uuid' }
  return name === 'number' ? { type: 'integer' } : {}
}

function plainBody({ body }: FuzzTarget, sources: Sources): PlainRequest['body'] {
  if (body?.kind === 'json') return { kind: 'json', value: valueOfSchema(body.schema, sources) }
  if (body) return { kind: 'file', name: body.name, file: sources.random.pick(files) }
  return null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
