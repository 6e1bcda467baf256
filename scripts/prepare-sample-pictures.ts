import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EncodedPicture, encodePicture } from '../app/shop/pictures/encode-picture.server.ts'
import { type PreparedPicture, preparedFolder } from '../db/sample-pictures.ts'

const originals = 'db/sample/pictures'
const recipe = await readFile('app/shop/pictures/encode-picture.server.ts')

/**
 * Re-encodes the sample cakes' pictures into the sizes the pages use, once: what is there already is kept
 * until the original or the recipe changes.
 */
export async function prepareSamplePictures(log: (line: string) => void): Promise<void> {
  await mkdir(preparedFolder, { recursive: true })
  const names = await readdir(originals)
  let made = 0
  for (const name of names) {
    const original = await readFile(join(originals, name))
    const stamp = createHash('sha256').update(recipe).update(original).digest('hex')
    const record = join(preparedFolder, `${name}.json`)
    if (existsSync(record) && JSON.parse(await readFile(record, 'utf8')).stamp === stamp) continue
    if (made === 0) log('preparing the sample pictures, which takes a minute or two …')
    await write(record, stamp, await encodePicture(original))
    made += 1
    if (made % 10 === 0) log(`pictures: ${made} made`)
  }
  if (made > 0) log(`pictures: ${made} of ${names.length} made`)
}

async function write(record: string, stamp: string, picture: EncodedPicture) {
  const { files, ...facts } = picture
  for (const { width, format, bytes } of files) {
    await writeFile(join(preparedFolder, `${picture.id}-${width}.${format}`), bytes)
  }
  const prepared: PreparedPicture & { stamp: string } = {
    ...facts,
    files: files.map(({ width, format }) => ({ width, format })),
    stamp,
  }
  await writeFile(record, JSON.stringify(prepared))
}
