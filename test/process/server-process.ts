import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '../../scripts/build-stamp.ts'

/** Why these tests do not run here; null when they do. */
export const whyNot = (await isBuilt())
  ? process.env.TEST_DATABASE_URL
    ? 'not tried: this is about the embedded database'
    : null
  : 'not tried: build first (npm run build)'

export type Settings = Record<string, string>

/** Set, so that neither the environment nor a .env leaks into a test; empty is unset. */
const unset = {
  DATABASE_URL: '',
  SMTP_URL: '',
  PUBLIC_URL: '',
  SESSION_SECRET: '',
  ADMIN_PASSWORD: '',
  LOG_LEVEL: 'warn',
}

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

export function spawnServer(settings: Settings, through: string[] = []): ServerProcess {
  const [command = '', ...args] = [...through, process.execPath, 'server.ts']
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...unset, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
    pid: child.pid ?? 0,
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

/** Starts a shop and waits until it answers. Throws with what it said when it ends instead. */
export async function startServer(settings: Settings & { PORT: string }, through?: string[]) {
  const server = spawnServer(settings, through)
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

export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return String(address.port)
}

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-process-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
