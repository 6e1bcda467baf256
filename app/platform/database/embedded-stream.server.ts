import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/**
 * A connection of `pg` to the embedded database, which speaks PostgreSQL's protocol itself. It has one session: what an
 * earlier connection left there, an open transaction or named statements, ends when the next one begins.
 */
export class EmbeddedStream extends Duplex {
  readonly #embedded: PGlite

  constructor(embedded: PGlite) {
    super()
    this.#embedded = embedded
  }

  connect() {
    this.#beginSession().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  async #beginSession() {
    await this.#embedded.exec('rollback')
    await this.#embedded.exec('deallocate all')
  }

  /** Of sockets. */
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(message: Uint8Array, _encoding: string, done: (error?: Error) => void) {
    const parts: Uint8Array[] = []
    // Not `execProtocolRaw`, which reads the answer itself and keeps all rows for ever.
    const onRawData = (part: Uint8Array) => void parts.push(Uint8Array.from(part))
    this.#embedded.execProtocolRawStream(message, { onRawData }).then(() => {
      if (parts.length > 0) this.push(Buffer.concat(parts))
      done()
    }, done)
  }

  override _writev(messages: { chunk: Uint8Array }[], done: (error?: Error) => void) {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }
}
