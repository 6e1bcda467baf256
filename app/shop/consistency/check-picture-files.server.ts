import type { Database } from '#platform/database/database.server.ts'
import type { FileStore, WholeFileStore } from '#platform/files/file-store.server.ts'
import {
  fileKey,
  listPicturesOlderThan,
  picturePaths,
} from '#shop/pictures/pictures.store.server.ts'
import {
  type ConsistencyCheck,
  collectViolations,
  type Violation,
} from './consistency-rule.server.ts'
import { pictureExists } from './order-rules.store.server.ts'

const everyFile: ConsistencyCheck = {
  name: 'picture-files',
  severity: 'error',
  says: 'Every picture that is kept has its files.',
  mend: 'Bring the files back from a backup.',
}

const batchSize = 500

/**
 * Looks for the files of every picture that was kept before `now`. The names of all files are held in memory meanwhile,
 * some tens of bytes each; no file is read.
 */
export async function checkPictureFiles(
  { db, files }: { db: Database; files: WholeFileStore },
  now: Date,
): Promise<Violation[]> {
  const known = new Set<string>()
  for await (const { key } of files.list()) known.add(key)
  const findings = collectViolations()
  for (let after = ''; ; ) {
    const ids = await listPicturesOlderThan(db, { before: now, after, limit: batchSize })
    for (const id of ids) {
      const missing = keysOf(id).filter((key) => !known.has(key))
      if (missing.length > 0 && (await isStillMissing({ db, files }, id, missing))) {
        findings.add(everyFile, `picture ${id} lacks ${missing.length} of its files`)
      }
    }
    if (ids.length < batchSize) return findings.all()
    after = ids.at(-1) ?? after
  }
}

const keysOf = (id: string) => picturePaths(id).map(fileKey)

/** It may have been swept, or sent anew, since the files were listed. */
async function isStillMissing(
  { db, files }: { db: Database; files: FileStore },
  id: string,
  keys: string[],
): Promise<boolean> {
  for (const key of keys) {
    if (!(await files.get(key))) return pictureExists(db, id)
  }
  return false
}
