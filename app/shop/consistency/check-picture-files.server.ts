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
import { pictureExists } from './picture-rules.store.server.ts'

const pictureFiles: ConsistencyCheck = {
  name: 'picture-files',
  severity: 'error',
  requirement: 'Every picture has its files.',
  remedy: 'Restore the files from a backup.',
}

const batchSize = 500

/**
 * Looks for the files of every picture that is older than `now`. It has the names of all files in memory, and reads no
 * file.
 */
export async function checkPictureFiles(
  { db, files }: { db: Database; files: WholeFileStore },
  now: Date,
): Promise<Violation[]> {
  const fileNames = new Set<string>()
  for await (const { key } of files.list()) fileNames.add(key)
  const violations = collectViolations()
  for (let after = ''; ; ) {
    const ids = await listPicturesOlderThan(db, { before: now, after, limit: batchSize })
    for (const id of ids) {
      const missing = fileKeys(id).filter((key) => !fileNames.has(key))
      if (missing.length > 0 && (await isStillMissing({ db, files }, id, missing))) {
        violations.add(pictureFiles, `picture ${id} lacks ${missing.length} of its files`)
      }
    }
    if (ids.length < batchSize) return violations.all()
    after = ids.at(-1) ?? after
  }
}

const fileKeys = (id: string) => picturePaths(id).map(fileKey)

/** The picture may have been purged, or uploaded again, since the files were listed. */
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
