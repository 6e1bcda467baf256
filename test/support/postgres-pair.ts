import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, postgresOwner, postgresStarted } from '../../scripts/postgres.ts'
import { freePort } from '../process/server-process.ts'
import { onServer } from './test-databases.setup.ts'

/** A primary that waits for its standby at each commit, in a temporary folder. They trust callers from this machine. */
export async function startPostgresPair() {
  const bin = findPostgres()
  if (!bin) throw new Error('no PostgreSQL here')
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-pair-'))
  const user = postgresOwner()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  } satisfies SpawnOptions
  const call = (name: string, ...args: string[]) => execFileSync(join(bin, name), args, options)
  const start = async (data: string, port: string) => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-k', folder, '-p', port, '-c', 'max_connections=200'],
      options,
    )
    await postgresStarted(server)
    return server
  }
  const urlOf = (port: string) => `postgres://postgres@127.0.0.1:${port}/postgres`

  const [port, standbyPort] = [await freePort(), await freePort()]
  call('initdb', '-D', 'one', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const primary = await start('one', port)
  call('pg_basebackup', '-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-D', 'two', '-R')
  await start('two', standbyPort)
  await onServer(urlOf(port), `alter system set synchronous_standby_names = '*'`)
  await onServer(urlOf(port), 'select pg_reload_conf() as name')
  return {
    url: urlOf(port),
    standbyUrl: urlOf(standbyPort),
    killPrimary: () => primary.kill('SIGKILL'),
    /** Until it takes changes. */
    promoteStandby: () => call('pg_ctl', 'promote', '-D', 'two', '-w', '-s'),
    end() {
      for (const data of ['one', 'two']) {
        spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-s'], options)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
