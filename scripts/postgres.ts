import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

const debianHome = '/usr/lib/postgresql'

/** The folder with initdb and postgres, newest version first; undefined when no server is installed. */
export function findPostgres() {
  const versions = existsSync(debianHome) ? readdirSync(debianHome) : []
  const packaged = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianHome, version, 'bin'))
  return [...packaged, ...(process.env.PATH ?? '').split(delimiter)].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** PostgreSQL refuses to run as root, so root hands it to the operating system's user `postgres`. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * A temporary folder for servers that trust callers from this machine only; undefined when none is installed. All is over
 * when the process ends.
 */
export function openPostgresFolder() {
  const bin = findPostgres()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-postgres-'))
  const user = owner()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  } satisfies SpawnOptions
  const started: string[] = []
  /** Runs a program of PostgreSQL to its end. */
  const call = (name: string, ...args: string[]) => execFileSync(join(bin, name), args, options)
  const end = () => {
    // One may be over already: what a terminal interrupts, it interrupts as a whole.
    for (const data of started.splice(0)) {
      spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-s'], options)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  return {
    call,
    /** Makes an empty cluster in a folder of this name. */
    init: (data: string) =>
      call(
        'initdb',
        ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
        '--no-sync',
      ),
    /** Resolves when it takes connections. */
    async start(data: string, port: string, ...settings: string[]) {
      const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=200', ...settings]
      const server = spawn(
        join(bin, 'postgres'),
        ['-D', data, '-k', folder, ...all.flatMap((setting) => ['-c', setting])],
        options,
      )
      started.push(data)
      await takesConnections(server)
      server.unref()
      return server
    },
    /** Stops every server and removes the folder. */
    end,
  }
}

export const postgresUrl = (port: string) => `postgres://postgres@127.0.0.1:${port}/postgres`

/**
 * Starts a throw-away PostgreSQL, and stops it when the process ends. It waits for the disk, as one in earnest does, only
 * when it is to be durable. Returns its address, or undefined when no server is installed. Throws when an installed one will
 * not start.
 */
export async function startTemporaryPostgres({ isDurable = false } = {}) {
  const place = openPostgresFolder()
  if (!place) return undefined
  place.init('data')
  const port = await freePort()
  await place.start('data', port, ...(isDurable ? [] : ['fsync=off']))
  return postgresUrl(port)
}

async function takesConnections(server: ReturnType<typeof spawn>) {
  let output = ''
  const ready = Promise.withResolvers<void>()
  server.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (/ready to accept (read-only )?connections/.test(output)) ready.resolve()
  })
  server.once('exit', () => ready.reject(new Error(`PostgreSQL did not start:\n${output}`)))
  await ready.promise
}
