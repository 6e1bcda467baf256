import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { createStatementNames } from './prepared-statements.server.ts'

type Stream = PGlite['execProtocolStream']
type Messages = Awaited<ReturnType<Stream>>

/** Messages of PostgreSQL's protocol, by their first byte, and where in them the name of a statement stands. */
const [parse, bind, describe, execute, sync] = [0x50, 0x42, 0x44, 0x45, 0x53]
const nameAt = { parse: 5, describe: 6, bind: 6 }
const aStatement = 0x53
const synced = Uint8Array.of(sync, 0, 0, 0, 4)

/**
 * PGlite that prepares the statements that come again, as connections to a server do, and runs each in one go. By itself it
 * parses and plans a statement whenever it is asked, and enters the database six times for it.
 */
export class PreparingPglite extends PGlite {
  readonly #nameOf = createStatementNames()
  /** What PGlite is told of the values of a prepared statement, by its name. */
  readonly #prepared = new Map<string, Messages>()
  /** Of the statement that is being asked; '' is PostgreSQL's own for one that is not kept. */
  #name = ''
  #held: Uint8Array[] = []
  #isSynced = false

  static open(options: PGliteOptions): Promise<PreparingPglite> {
    const opened = new PreparingPglite(options)
    return opened.waitReady.then(() => opened)
  }

  /** PGlite sends parse, describe, bind, describe, execute and sync, one after the other, and nothing in between. */
  override async execProtocolStream(...[message, options]: Parameters<Stream>): Promise<Messages> {
    const send = (bytes: Uint8Array) => super.execProtocolStream(bytes, options)
    switch (message[0]) {
      case parse:
        this.#held = []
        this.#name = this.#nameFor(message)
        return this.#prepared.has(this.#name) ? [] : send(named(message, nameAt.parse, this.#name))
      case describe:
        if (message[5] === aStatement) return this.#describe(message, send)
        this.#held.push(message)
        return []
      case bind:
        this.#held.push(named(message, nameAt.bind, this.#name))
        return []
      case execute:
        this.#isSynced = true
        return send(Buffer.concat([...this.#held, message, synced]))
      case sync:
        if (!this.#isSynced) return send(message)
        this.#isSynced = false
        return []
      default:
        return send(message)
    }
  }

  /** Statements without values may be such that cannot be prepared, or are not asked again. */
  #nameFor(message: Uint8Array): string {
    const text = textFrom(message, nameAt.parse + 1)
    return (text.includes('$1') && this.#nameOf(text)) || ''
  }

  async #describe(message: Uint8Array, send: (bytes: Uint8Array) => Promise<Messages>) {
    const known = this.#prepared.get(this.#name)
    if (known) return known
    const told = await send(named(message, nameAt.describe, this.#name))
    if (this.#name) this.#prepared.set(this.#name, told)
    return told
  }
}

/** The text in a message that ends with the next NUL. */
function textFrom(message: Uint8Array, start: number): string {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString(
    'utf8',
    start,
    message.indexOf(0, start),
  )
}

/** A message about a statement of this name instead of the one without. */
function named(message: Uint8Array, at: number, name: string): Uint8Array {
  if (name === '') return message
  const whole = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)])
  whole.writeUInt32BE(whole.length - 1, 1)
  return whole
}
