import { parseArgs } from 'node:util'

export const databases = ['embedded', 'postgres'] as const
export type DatabaseKind = (typeof databases)[number]

/** The arguments of `npm run bench`. */
export interface BenchOptions {
  /** The databases to measure on. */
  databases: readonly DatabaseKind[]
  /** Whether the results are stored. */
  json: boolean
  /** The folder of another checkout of the shop, which is loaded in turn with ours. */
  against: string | undefined
  /** Whether the ratios of `short` are stored as the ones to compare with. */
  accept: boolean
  /** Undefined is each bench's own size. */
  cakes: number | undefined
  orders: number | undefined
  /** How long one turn of a load lasts, and how many there are. */
  seconds: number
  turns: number
  /** Connections, where a bench does not say how many itself. */
  clients: number
  /** How many mutated requests are sent, and which: the same seed sends the same. */
  requests: number
  seed: number
}

const usual = { seconds: 2, turns: 2, clients: 32, requests: 100_000, seed: 1 }

/**
 * Reads the names and options after `npm run bench --`.
 *
 * @throws Error with a sentence about what makes no sense
 */
export function readOptions(args: string[], known: readonly string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      cakes: { type: 'string' },
      orders: { type: 'string' },
      seconds: { type: 'string', default: String(usual.seconds) },
      turns: { type: 'string', default: String(usual.turns) },
      clients: { type: 'string', default: String(usual.clients) },
      requests: { type: 'string', default: String(usual.requests) },
      seed: { type: 'string', default: String(usual.seed) },
      database: { type: 'string' },
      against: { type: 'string' },
      accept: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no bench '${unknown}'.`)
  const options: BenchOptions = {
    json: values.json,
    against: values.against,
    accept: values.accept,
    cakes: given(values.cakes, (text) => wholeNumber('cakes', text, { min: 100, max: 1_000_000 })),
    orders: given(values.orders, (text) =>
      wholeNumber('orders', text, { min: 1000, max: 5_000_000 }),
    ),
    seconds: wholeNumber('seconds', values.seconds, { min: 1, max: 600 }),
    turns: wholeNumber('turns', values.turns, { min: 1, max: 100 }),
    clients: wholeNumber('clients', values.clients, { min: 1, max: 1000 }),
    requests: wholeNumber('requests', values.requests, { min: 100, max: 10_000_000 }),
    seed: wholeNumber('seed', values.seed, { min: 0, max: 1_000_000_000 }),
    databases: values.database === undefined ? databases : [databaseOf(values.database)],
  }
  return { names: positionals, options }
}

/** What to type, one bench a line. */
export function usageOf(benches: Record<string, { about: string }>): string {
  const width = Math.max(...Object.keys(benches).map((name) => name.length))
  const lines = Object.entries(benches).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  )
  return `npm run bench [-- <bench …> <options>]

${lines.join('\n')}

  --database embedded|postgres  one of the two; without it both, as far as they are there
  --cakes <n> --orders <n>      how much is in the shop
  --clients <n>                 connections at once (${usual.clients})
  --seconds <n> --turns <n>     how long one turn lasts (${usual.seconds}), and how many there are (${usual.turns})
  --requests <n> --seed <n>     how many mutated requests, and which (${usual.requests}, ${usual.seed})
  --against <folder>            loads the shop of another checkout, installed and built, in turn with ours
  --accept                      stores the ratios of 'short' as the ones to compare with
  --json                        stores the results in bench/results`
}

function databaseOf(word: string): DatabaseKind {
  const kind = databases.find((one) => one === word)
  if (!kind) throw new Error(`--database must be ${databases.join(' or ')}, not '${word}'.`)
  return kind
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }) {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new Error(`--${name} must be a whole number from ${min} to ${max}, not '${text}'.`)
}
