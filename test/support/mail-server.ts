import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** What a mail server took. */
export interface TakenMail extends Email {
  recipients: string[]
}

/** A rejection in the words of a mail server: `smtpError(550, '5.1.1 nobody of that name')`. */
export function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

interface Behaviour extends SMTPServerOptions {
  /** Awaited between the content of a mail and the answer to it. */
  beforeAnswer?(): Promise<void>
}

/** A mail server on this machine that takes every mail, but for what the test has it do. */
export async function openMailServer({ beforeAnswer, ...behaviour }: Behaviour = {}) {
  const mails: TakenMail[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    async onData(stream, { envelope }, callback) {
      // A client that gives up breaks it off.
      const content = await buffer(stream).catch(() => null)
      if (!content) return
      await beforeAnswer?.()
      const mail = await PostalMime.parse(content)
      mails.push({ ...mail, recipients: envelope.rcptTo.map(({ address }) => address) })
      callback()
    },
    ...behaviour,
  })
  // What a client does that is killed or gives up.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Breaks every connection. */
    hangUp,
    async close() {
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
