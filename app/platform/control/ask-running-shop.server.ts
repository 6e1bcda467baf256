import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { StartupError } from '../startup-error.ts'
import { controlPath, replySchema } from './control-socket.server.ts'

/**
 * Has the shop that runs on a data folder do a command; `say` gets its lines while it does.
 *
 * @returns what it answers, or null when no shop listens there
 * @throws Error saying why the command failed
 */
export async function askRunningShop(
  dataDir: string,
  request: { command: string; args: unknown },
  say: (line: string) => void,
): Promise<{ done: unknown } | null> {
  const socket = await reach(controlPath(dataDir))
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
  throw new Error('The shop stopped before it was done.')
}

/**
 * Makes sure that nobody listens for commands on a data folder: a process in another container, which a process id
 * tells nothing of.
 *
 * @throws StartupError when a shop answers there
 */
export async function assertNoOtherShop(dataDir: string) {
  const socket = await reach(controlPath(dataDir))
  if (!socket) return
  socket.destroy()
  throw new StartupError(
    `The data folder ${dataDir} is in use by another Cakewala, in another container perhaps. Stop that one, or set DATA_DIR to another folder.`,
  )
}

async function reach(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket.on('error', () => {})
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Nothing there, nobody behind it any more, or a path no socket can have.
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return null
    throw error
  }
}
