import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../database/open-database.server.ts'
import { createLog } from '../log.server.ts'
import {
  type ControlSocket,
  callRunningShop,
  controlCommand,
  controlPath,
  listenForCommands,
} from './control-socket.server.ts'

const log = createLog('silent')
let folder: string
let socket: ControlSocket | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cakewala-control-'))
  socket = null
})
afterEach(async () => {
  await socket?.close()
  rmSync(folder, { recursive: true })
})

const broken = vi.fn()
const commands = [
  controlCommand('count', z.object({ to: z.number() }), async ({ to }, { say }) => {
    for (let n = 1; n <= to; n++) say(`${n}\n!`)
    return { to }
  }),
  controlCommand('fail', z.object({}), async () => {
    throw new Error('The oven is cold.')
  }),
  controlCommand('wait', z.object({}), async (_, { say, signal }) => {
    say('waiting')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    broken()
  }),
]

async function send(command: string, args: unknown = {}) {
  const lines: string[] = []
  const result = await callRunningShop(folder, { command, args }, (line) => lines.push(line))
  return { lines, result }
}

describe('a running shop', () => {
  beforeEach(async () => {
    socket = await listenForCommands(controlPath(folder), commands, log)
  })

  it('keeps its data folder from a second one, in a container without its process ids, too', async () => {
    const second = { url: undefined, dataDir: folder, migrationsFolder: null }
    await expect(openDatabase(second)).rejects.toThrow(
      `The data folder ${folder} is in use by another Cakewala, perhaps in another container.`,
    )
    await socket?.close()
    socket = null
    await (await openDatabase(second)).close()
  })

  it('says lines while it runs, then returns its result', async () => {
    expect(await send('count', { to: 3 })).toEqual({
      lines: ['1\n!', '2\n!', '3\n!'],
      result: { done: { to: 3 } },
    })
  })

  it('reports why a command failed, is not known, or has wrong arguments', async () => {
    await expect(send('fail')).rejects.toThrow('The oven is cold.')
    await expect(send('bake')).rejects.toThrow("does not know the command 'bake'")
    await expect(send('count', { to: 'three' })).rejects.toThrow('expected number')
  })

  it('takes what is no command calmly', async () => {
    const stranger = connect(controlPath(folder)).end('GET / HTTP/1.1\n')
    const lines = await Array.fromAsync(stranger)
    expect(String(lines)).toContain('failed')
    connect(controlPath(folder)).end()
    expect((await send('count', { to: 0 })).result).toEqual({ done: { to: 0 } })
  })

  it('lets in nobody but its own account', () => {
    expect(statSync(controlPath(folder)).mode & 0o777).toBe(0o600)
  })

  it('breaks a command off when it stops, and waits for its end', async () => {
    const waiting = Promise.withResolvers<string>()
    const sent = callRunningShop(folder, { command: 'wait', args: {} }, waiting.resolve)
    const rejected = expect(sent).rejects.toThrow('The shop stopped before the command was done.')
    await waiting.promise
    await socket?.close()
    expect(broken).toHaveBeenCalledOnce()
    await rejected
    expect(existsSync(controlPath(folder))).toBe(false)
  })

  it('breaks a command off when its caller goes', async () => {
    const caller = connect(controlPath(folder))
    caller.write('{"command":"wait","args":{}}\n')
    caller.once('data', () => caller.destroy())
    await expect.poll(() => broken.mock.calls.length).toBe(1)
  })
})

it('is not there when no shop listens, or one was killed', async () => {
  expect((await send('count')).result).toBeNull()
  writeFileSync(controlPath(folder), '')
  expect((await send('count')).result).toBeNull()
  socket = await listenForCommands(controlPath(folder), commands, log)
  expect((await send('count', { to: 1 })).lines).toEqual(['1\n!'])
})

it.each([
  ['the path is too long', 'x'.repeat(100)],
  ['the folder is none', 'no/folder'],
])('does without where %s', async (_, name) => {
  const warn = vi.fn()
  const long = join(folder, name)
  socket = await listenForCommands(controlPath(long), commands, { ...log, warn })
  expect(warn).toHaveBeenCalledOnce()
  expect(await callRunningShop(long, { command: 'count', args: {} }, () => {})).toBeNull()
})
