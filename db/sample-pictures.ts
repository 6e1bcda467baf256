import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncodedPicture } from '../app/shop/pictures/encode-picture.server.ts'

/** Where the build keeps (beside the originals: React Router empties build/) the sample pictures it has encoded. */
export const preparedFolder = 'db/sample/prepared'

/** What the build wrote about one picture; its files lie beside it as `{id}-{width}.{format}`. */
export type PreparedPicture = Omit<EncodedPicture, 'files'> & {
  files: Pick<EncodedPicture['files'][number], 'width' | 'format'>[]
}

/** Reads a sample picture the build has prepared. */
export async function readPreparedPicture(name: string): Promise<EncodedPicture> {
  const prepared: PreparedPicture = JSON.parse(
    await readFile(join(preparedFolder, `${name}.json`), 'utf8'),
  )
  const { id, width, height, colour, placeholder } = prepared
  const files = await Promise.all(
    prepared.files.map(async (file) => ({
      ...file,
      bytes: await readFile(join(preparedFolder, `${id}-${file.width}.${file.format}`)),
    })),
  )
  return { id, width, height, colour, placeholder, files }
}
