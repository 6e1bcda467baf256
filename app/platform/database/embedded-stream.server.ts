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
    this.#embedded.execProtocolRaw(message).then((answer) => {
      if (answer.length > 0) this.push(answer)
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
