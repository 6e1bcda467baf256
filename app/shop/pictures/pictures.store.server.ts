import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { EncodedPicture } from './encode-picture.server.ts'
import { picturePath } from './picture-sizes.ts'
import { pictures } from './pictures.tables.server.ts'

/** Keeps a picture: its files first, then its row, so that a row never points at nothing. */
export async function keepPicture(
  { db, files }: { db: Database; files: FileStore },
  picture: EncodedPicture,
) {
  for (const { width, format, bytes } of picture.files) {
    await files.put(fileKey(picturePath(picture.id, width, format)), bytes)
  }
  const { files: _files, ...row } = picture
  await db.insert(pictures).values(row).onConflictDoNothing()
}

/** The key in the file store of what is served at a path. */
export function fileKey(path: string): string {
  return path.slice(1)
}
