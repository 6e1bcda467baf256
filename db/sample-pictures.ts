import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncodedPicture } from '#shop/pictures/encode-picture.server.ts'
import { pictureFormats, pictureWidths } from '../app/shop/pictures/picture-sizes.ts'

export const originalsFolder = 'db/sample/pictures'
/** The sample pictures in the sizes that pages use, and a record of each: `{name}.json`. */
export const preparedFolder = 'db/sample/prepared'

export type PreparedPicture = Omit<EncodedPicture, 'files'>

export const preparedFiles = pictureWidths.flatMap((width) =>
  pictureFormats.map((format) => ({ width, format })),
)

export function preparedFile(
  id: string,
  { width, format }: Pick<EncodedPicture['files'][number], 'width' | 'format'>,
) {
  return join(preparedFolder, `${id}-${width}.${format}`)
}

/** Reads a sample picture that `npm run db:pictures` has prepared. */
export async function readPreparedPicture(name: string): Promise<EncodedPicture> {
  const record: PreparedPicture = JSON.parse(
    await readFile(join(preparedFolder, `${name}.json`), 'utf8'),
  )
  const files = await Promise.all(
    preparedFiles.map(async (file) => ({
      ...file,
      bytes: await readFile(preparedFile(record.id, file)),
    })),
  )
  return { ...record, files }
}
