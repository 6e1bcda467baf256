import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

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
export function postgresOwner() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/**
 * Starts a throw-away PostgreSQL in a temporary folder, trusting callers from this machine only, and stops it when the
 * process ends. It waits for the disk, as one in earnest does, only when it is to be durable. Returns its address, or
 * undefined when no server is installed. Throws when an installed one will not start.
 */
export async function startTemporaryPostgres({ isDurable = false } = {}) {
  const bin = findPostgres()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-postgres-'))
  const user = postgresOwner()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=200']
  if (!isDurable) settings.push('fsync=off')
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  process.once('exit', () => {
    // It may be over already: what a terminal interrupts, it interrupts as a whole.
    spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-s'], {
      ...user,
      cwd: folder,
    })
    rmSync(folder, { recursive: true, force: true })
  })
  await postgresStarted(server)
  server.unref()
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

export async function postgresStarted(server: ReturnType<typeof spawn>) {
  let output = ''
  const ready = Promise.withResolvers<void>()
  server.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (/ready to accept (read-only )?connections/.test(output)) ready.resolve()
  })
  server.once('exit', () => ready.reject(new Error(`PostgreSQL did not start:\n${output}`)))
  await ready.promise
}
