import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Log } from '../log.server.ts'

/** Where the shop of a data folder listens for its operator. */
export const controlPath = (dataDir: string) => join(dataDir, 'control.sock')

/** The longest address of a socket that Linux, macOS and the BSDs all take, in bytes. */
const longestPath = 103

const requestSchema = z.object({ command: z.string(), args: z.unknown() })

/** One line each, as JSON: any number of `say`, then how it ended. */
export const replySchema = z.union([
  z.object({ say: z.string() }),
  z.object({ done: z.unknown() }),
  z.object({ failed: z.string() }),
])

export interface ControlSocket {
  /** Breaks off what runs and waits for its end. */
  close(): Promise<void>
}

/**
 * Listens on a Unix socket that only this account may open. The embedded database belongs to one process, so what wants
 * to read all of it while the shop is open asks here. One that a crash left behind is replaced: whoever listens holds the
 * lock of the data folder. Where there can be no socket the shop goes without.
 */
export async function listenForCommands(
  path: string,
  commands: readonly ControlCommand[],
  log: Log,
): Promise<ControlSocket> {
  const running = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const call = answerOne(socket, commands, log).finally(() => running.delete(socket))
    running.set(socket, call)
  })
  try {
    await listenAlone(server, path)
  } catch (error) {
    log.warn({ path, err: error }, 'no control socket: backups need the shop stopped')
    return { close: async () => {} }
  }
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of running.keys()) socket.destroy()
      await Promise.all(running.values())
      await closed
    },
  }
}

async function listenAlone(server: Server, path: string) {
  if (Buffer.byteLength(path) > longestPath) throw new Error('the path is too long for a socket')
  rmSync(path, { force: true })
  const listening = once(server, 'listening')
  server.listen(path)
  // In the turn in which it came to be, before anyone is let in.
  if (existsSync(path)) chmodSync(path, 0o600)
  await listening
}

async function answerOne(socket: Socket, commands: readonly ControlCommand[], log: Log) {
  const gone = new AbortController()
  socket.on('error', () => {}).once('close', () => gone.abort(new Error('broken off')))
  const reply = (line: z.input<typeof replySchema>) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`)
  }
  const say = (line: string) => reply({ say: line })
  try {
    for await (const line of createInterface({ input: socket, signal: gone.signal })) {
      reply({ done: await runOne(line, commands, { say, signal: gone.signal }) })
      break
    }
  } catch (error) {
    if (!gone.signal.aborted) log.error({ err: error }, 'command of the operator failed')
    reply({ failed: error instanceof Error ? error.message : String(error) })
  }
  socket.end()
}

async function runOne(line: string, commands: readonly ControlCommand[], call: ControlCall) {
  const { command, args } = requestSchema.parse(JSON.parse(line))
  const known = commands.find(({ name }) => name === command)
  if (!known) {
    throw new Error(
      `The shop that runs does not know '${command}': is it of another version? Restart it.`,
    )
  }
  return (await known.run(args, call)) ?? null
}

/** What a command has of its caller while it runs. */
interface ControlCall {
  /** A line for the operator. */
  say(line: string): void
  /** Aborted when nobody waits for the answer any more, or the shop stops. */
  signal: AbortSignal
}

/** What an operator's command may ask of the running shop: a name, and what is done. */
export interface ControlCommand {
  name: string
  /** Answers what JSON can hold; the message of what it throws is told to the operator. */
  run(args: unknown, call: ControlCall): Promise<unknown>
}

/** Binds a name to what is done; what is sent is checked by the schema first. */
export function answers<Args extends z.ZodType>(
  name: string,
  args: Args,
  run: (args: z.output<Args>, call: ControlCall) => Promise<unknown>,
): ControlCommand {
  return { name, run: (sent, call) => run(args.parse(sent), call) }
}
