import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import type { Log } from '../log.server.ts'
import { isSameSecret } from '../secrets.server.ts'

/** Where the running shop of a data folder is called, and by which token. Its own account alone can read the file. */
const addressFile = (dataDir: string) => join(dataDir, 'operator-calls')

const addressSchema = z.object({ url: z.url(), token: z.string() })

/** Lines of JSON: any number of `say`, then whether all is well. Empty ones show that the connection lives. */
const lineSchema = z.union([
  z.object({ say: z.string() }),
  z.object({ done: z.boolean() }),
  z.object({ failed: z.string() }),
])

/** How often an empty line is sent, in ms: the web server cuts silent connections. */
const emptyLineMs = 10_000

export interface OperatorCall {
  say(line: string): void
  /** Aborted when the caller has gone or the shop stops. */
  signal: AbortSignal
}

interface Settings {
  dataDir: string
  /** Of this process. */
  url: string
  /** Carries a command out; false when it found something wrong. The operator sees the message of an error. */
  run(name: string, args: unknown, call: OperatorCall): Promise<boolean>
  log: Log
}

/**
 * Takes the commands of the operator. The embedded database belongs to one process, so a command that needs it while the
 * shop is open is sent there.
 */
export function takeOperatorCalls({ dataDir, url, run, log }: Settings) {
  const token = randomBytes(32).toString('base64url')
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const file = addressFile(dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ url, token }), { mode: 0o600 })

  const hono = new Hono().post('/operator/:command', async (c) => {
    const sent = c.req.header('authorization') ?? ''
    // Who comes through a proxy is not on this machine.
    const isHere = c.req.header('x-forwarded-for') === undefined
    if (!isHere || !isSameSecret(sent, `Bearer ${token}`)) return c.notFound()
    const args = await c.req.json()
    return stream(c, async (body) => {
      const gone = new AbortController()
      body.onAbort(() => gone.abort())
      const signal = AbortSignal.any([gone.signal, stopping.signal])
      const reply = (line: z.input<typeof lineSchema>) => void body.writeln(JSON.stringify(line))
      const timer = setInterval(() => void body.writeln(''), emptyLineMs)
      const ended = run(c.req.param('command'), args, {
        say: (say) => reply({ say }),
        signal,
      }).then(
        (done) => reply({ done }),
        (error) => {
          if (signal.aborted) return
          log.error({ err: error }, 'operator command failed')
          reply({ failed: error instanceof Error ? error.message : String(error) })
        },
      )
      running.add(ended)
      await ended
      running.delete(ended)
      clearInterval(timer)
    })
  })

  return {
    hono,
    /** Aborts the commands that run, and waits until they have ended. */
    async close() {
      rmSync(file, { force: true })
      stopping.abort(new Error('the shop stops'))
      await Promise.all(running)
    },
  }
}

/**
 * Sends a command to the shop that runs on a data folder.
 *
 * @returns whether all is well, or null if no shop runs there
 * @throws Error when the command failed
 */
export async function callRunningShop(
  dataDir: string,
  { command, args }: { command: string; args: unknown },
  say: (line: string) => void,
): Promise<boolean | null> {
  const written = await readFile(addressFile(dataDir), 'utf8').catch(() => null)
  if (!written) return null
  const { url, token } = addressSchema.parse(JSON.parse(written))
  const response = await fetch(`${url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  }).catch(() => null)
  // After a crash the file is still there, and its port may be another program's.
  if (!response?.ok || !response.body) return null
  for await (const text of createInterface({ input: Readable.from(response.body) })) {
    if (text === '') continue
    const line = lineSchema.parse(JSON.parse(text))
    if ('say' in line) say(line.say)
    else if ('failed' in line) throw new Error(line.failed)
    else return line.done
  }
  throw new Error('The shop stopped before the command was done.')
}
