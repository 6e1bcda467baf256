import { freePort } from '../../scripts/free-port.ts'
import { openPostgresFolder, postgresUrl } from '../../scripts/postgres.ts'
import { onServer } from './test-databases.setup.ts'

/** A primary that waits for its standby at each commit. */
export async function startPostgresPair() {
  const place = openPostgresFolder()
  if (!place) throw new Error('no PostgreSQL here')
  const [port, standbyPort] = [await freePort(), await freePort()]
  const url = postgresUrl(port)
  place.init('one')
  const primary = await place.start('one', port)
  place.call('pg_basebackup', '-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-D', 'two', '-R')
  await place.start('two', standbyPort)
  await onServer(url, `alter system set synchronous_standby_names = '*'`)
  await onServer(url, 'select pg_reload_conf() as name')
  return {
    url,
    standbyUrl: postgresUrl(standbyPort),
    killPrimary: () => primary.kill('SIGKILL'),
    /** Until it takes changes. */
    promoteStandby: () => place.call('pg_ctl', 'promote', '-D', 'two', '-w', '-s'),
    end: place.end,
  }
}
