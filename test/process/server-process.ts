import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentSchema } from '#app/config/environment.schema.ts'
import { isBuilt } from '../../scripts/build.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createServerDatabase } from '../support/test-database.ts'

const unbuilt = (await isBuilt()) ? null : 'not tried: build first (npm run build)'
const databaseServer = process.env.TEST_DATABASE_URL

/** Why tests on the embedded database do not run here; null when they do. */
export const whyNot =
  unbuilt ?? (databaseServer ? 'not tried: this is about the embedded database' : null)

/** Why tests on a PostgreSQL server do not run here; null when they do. */
export const whyNotOnServer =
  unbuilt ?? (databaseServer ? null : 'not tried: this is about a PostgreSQL server')

/** An empty database on the server of TEST_DATABASE_URL, for the setting DATABASE_URL. */
export function newDatabase(): Promise<string> {
  if (!databaseServer) throw new Error('TEST_DATABASE_URL names no server')
  return createServerDatabase(databaseServer)
}

export type Settings = Record<string, string>

/** Set, so that neither the environment nor a .env leaks into a test; empty is unset. */
export const unset = Object.fromEntries(
  Object.keys(environmentSchema.shape).map((name) => [name, '']),
)

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A shop in a process of its own. */
export interface ServerProcess {
  pid: number
  /** What it has written so far, to both streams. */
  output(): string
  ended: Promise<Ended>
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

const running = new Set<ServerProcess>()

/** Ends what a failed test left running. */
export async function endAll() {
  await Promise.all([...running].map((server) => server.end('SIGKILL')))
}

/** @param folder of another build than this one */
export function spawnServer(
  settings: Settings,
  through: string[] = [],
  folder?: string,
): ServerProcess {
  const [command = '', ...args] = [...through, process.execPath, 'server.ts']
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...unset,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SEED: 'cakes',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(server)
    return { code, signal } as Ended
  })
  const server: ServerProcess = {
    pid,
    output: () => output,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
  running.add(server)
  return server
}

/** Starts a shop and waits until it answers. Throws with its output when it ends instead. */
export async function startServer(
  settings: Settings & { PORT: string },
  through?: string[],
  folder?: string,
) {
  const server = spawnServer(settings, through, folder)
  const url = `http://127.0.0.1:${settings.PORT}`
  let isOver = false
  void server.ended.then(() => {
    isOver = true
  })
  while (!server.output().includes('is open at')) {
    if (isOver) throw new Error(`the server did not start:\n${server.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await fetch(`${url}/api/v1/openapi.json`).then((answer) => answer.text())
  return { ...server, url }
}

/** Two shops started at the same instant: one database, one data folder, a port each. */
export async function startTwo(settings: Settings) {
  const ports = [await freePort(), await freePort()]
  const [one, other] = await Promise.all(ports.map((PORT) => startServer({ ...settings, PORT })))
  if (!one || !other) throw new Error('two were to be started')
  return { one, other }
}

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-process-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
