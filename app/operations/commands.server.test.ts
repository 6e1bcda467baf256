import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  appliedMigrations,
  migrationsIn,
  withMigrationsUpTo,
} from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { readConfig } from '../config/config.server.ts'
import { checkShopConsistency } from './commands.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ledger-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

it("comparing an older shop's ledger leaves its database as old as it is", async () => {
  const older = migrationsIn('db/migrations').slice(0, -1)
  const open = (migrationsFolder: string | null) =>
    openDatabase({ url: undefined, dataDir, migrationsFolder })
  await withMigrationsUpTo(older, 'db/migrations', async (folder) => (await open(folder)).close())
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  await expect(
    checkShopConsistency(config, { withFiles: false, providerDays: null }),
  ).rejects.toThrow(/older version/)
  const { db, close } = await open(null)
  expect(await appliedMigrations(db, 'db/migrations')).toEqual(older)
  await close()
})
