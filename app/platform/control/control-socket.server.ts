import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import type { Log } from '../log.server.ts'

/** The socket on which the shop of a data folder listens for commands. */
export const controlPath = (dataDir: string) => join(dataDir, 'control.sock')

/** Of a socket on Linux, macOS and the BSDs. */
const maxPathBytes = 103

const requestSchema = z.object({ command: z.string(), args: z.unknown() })

/** Lines of JSON: any number of `say`, then the result. */
const replySchema = z.union([
  z.object({ say: z.string() }),
  z.object({ done: z.unknown() }),
  z.object({ failed: z.string() }),
])

export interface ControlSocket {
  /** Aborts running commands and waits until they have ended. */
  close(): Promise<void>
}

/**
 * Listens on a Unix socket that only this account may open. The embedded database belongs to one process, so commands that
 * read it while the shop is open are sent here. The socket of a crashed process is replaced: this process has locked the
 * data folder. If there can be no socket, the shop runs without one.
 */
export async function listenForCommands(
  path: string,
  commands: readonly ControlCommand[],
  log: Log,
): Promise<ControlSocket> {
  const running = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const call = handleCommand(socket, commands, log).finally(() => running.delete(socket))
    running.set(socket, call)
  })
  try {
    await listenPrivately(server, path)
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

async function listenPrivately(server: Server, path: string) {
  if (Buffer.byteLength(path) > maxPathBytes) throw new Error('the path is too long for a socket')
  rmSync(path, { force: true })
  const listening = once(server, 'listening')
  server.listen(path)
  // In the same turn of the event loop, before anyone can connect.
  if (existsSync(path)) chmodSync(path, 0o600)
  await listening
}

async function handleCommand(socket: Socket, commands: readonly ControlCommand[], log: Log) {
  const aborted = new AbortController()
  socket.on('error', () => {}).once('close', () => aborted.abort(new Error('aborted')))
  const reply = (line: z.input<typeof replySchema>) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`)
  }
  const say = (line: string) => reply({ say: line })
  try {
    for await (const line of createInterface({ input: socket, signal: aborted.signal })) {
      reply({ done: await runCommand(line, commands, { say, signal: aborted.signal }) })
      break
    }
  } catch (error) {
    if (!aborted.signal.aborted) log.error({ err: error }, 'operator command failed')
    reply({ failed: error instanceof Error ? error.message : String(error) })
  }
  socket.end()
}

async function runCommand(line: string, commands: readonly ControlCommand[], call: ControlCall) {
  const { command, args } = requestSchema.parse(JSON.parse(line))
  const found = commands.find(({ name }) => name === command)
  if (!found) {
    throw new Error(
      `The running shop does not know the command '${command}'. It may be another version: restart it.`,
    )
  }
  return (await found.run(args, call)) ?? null
}

interface ControlCall {
  say(line: string): void
  /** Aborted when the caller has gone or the shop stops. */
  signal: AbortSignal
}

/** A command that the running shop carries out for its operator. */
interface ControlCommand {
  name: string
  /** Returns what JSON can hold. The operator sees the message of an error that it throws. */
  run(args: unknown, call: ControlCall): Promise<unknown>
}

/** Binds a name to a function. The schema validates the arguments first. */
export function controlCommand<Args extends z.ZodType>(
  name: string,
  args: Args,
  run: (args: z.output<Args>, call: ControlCall) => Promise<unknown>,
): ControlCommand {
  return { name, run: (sent, call) => run(args.parse(sent), call) }
}

/**
 * Sends a command to the shop that runs on a data folder; `say` gets its lines meanwhile.
 *
 * @returns its result, or null if no shop listens there
 * @throws Error when the command failed
 */
export async function callRunningShop(
  dataDir: string,
  request: { command: string; args: unknown },
  say: (line: string) => void,
): Promise<{ done: unknown } | null> {
  const socket = await connectTo(controlPath(dataDir))
  if (!socket) return null
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    for await (const line of createInterface({ input: socket })) {
      const reply = replySchema.parse(JSON.parse(line))
      if ('say' in reply) say(reply.say)
      else if ('failed' in reply) throw new Error(reply.failed)
      else return reply
    }
  } finally {
    socket.destroy()
  }
  throw new Error('The shop stopped before the command was done.')
}

/**
 * Checks that no process listens for commands on a data folder. It may run in another container, where its process id means
 * nothing.
 *
 * @throws StartupError when a shop listens there
 */
export async function assertNoOtherShop(dataDir: string) {
  const socket = await connectTo(controlPath(dataDir))
  if (!socket) return
  socket.destroy()
  throw new StartupError(
    `The data folder ${dataDir} is in use by another Cakewala, perhaps in another container. Stop that one, or set DATA_DIR to another folder.`,
  )
}

async function connectTo(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket.on('error', () => {})
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // No file, no process that listens, or a path that no socket can have.
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return null
    throw error
  }
}
