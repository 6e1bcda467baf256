import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { totalsSchema } from './contents.server.ts'

export const manifestName = 'manifest.json'

/** What a backup says of itself. */
export const manifestSchema = z.object({
  /** Of the folder: what it is made of and how. */
  format: z.literal(1),
  /** Of the shop that wrote it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In the order in which they can be filled. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  lastNumbers: z.record(z.string(), z.number()),
  waitingJobs: z.number().int(),
  totals: totalsSchema,
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  mailsInOutbox: z.number().int(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** @throws StartupError when this version cannot read it */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(join(path, manifestName), 'utf8')
  const read = manifestSchema.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new StartupError(
    `This version of Cakewala does not understand the backup ${path}. Restore it by the version that wrote it, or a newer one.`,
  )
}
