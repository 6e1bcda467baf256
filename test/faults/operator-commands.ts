import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { type Settings, unset } from '../process/server-process.ts'
import { onServer } from '../support/test-databases.setup.ts'
import type { Crowd } from './shoppers.ts'

/** Runs an operator's command of a shop with these settings, to its end. */
export async function operate(settings: Settings, script: string, ...args: string[]) {
  const { PATH } = process.env
  const child = spawn(process.execPath, [`scripts/operator/${script}.ts`, ...args], {
    env: { PATH, ...unset, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, output: output + complaints }
}

const consistent = { code: 0, output: expect.stringMatching(/^Consistent: [^\n]*\n$/) }

/**
 * Nothing disagrees at this moment, nor among the files, nor at the provider as soon as the shop has heard of what it did
 * last.
 */
export async function expectConsistent(settings: Settings) {
  expect(await operate(settings, 'check-consistency', '--with-files')).toEqual(consistent)
  await expect
    .poll(() => operate(settings, 'check-consistency', '--with-provider'), { interval: 1000 })
    .toEqual(consistent)
}

/** Once all has been worked off: every order that was paid is placed once, with one mail, and there is no other. */
export async function expectEachPlacedOnce(
  { responses }: Pick<Crowd, 'responses'>,
  { DATABASE_URL = '', DATA_DIR = '' }: Settings,
) {
  const paid = [...responses.paidOrders].sort()
  const select = (query: string) => () => onServer(DATABASE_URL, query)
  const placed = `select id::text as name from orders where state = 'placed' order by 1`
  await expect.poll(select(placed)).toEqual(paid)
  expect(await select('select id::text as name from orders')()).toHaveLength(paid.length)
  const mailed = () =>
    readdirSync(join(DATA_DIR, 'outbox')).flatMap(
      (name) => /^order-placed-(.+)\.eml$/.exec(name)?.[1] ?? [],
    )
  await expect.poll(() => mailed().sort()).toEqual(paid)
  await expect.poll(select(`select id as name from mails where status <> 'sent'`)).toEqual([])
}
