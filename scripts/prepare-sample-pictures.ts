import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePicture } from '#shop/pictures/encode-picture.server.ts'
import { originalsFolder, preparedFile, preparedFolder } from '../db/sample-pictures.ts'

// Encodes the sample cakes' pictures in the sizes that pages use. It takes about a minute, so its files are in git.
await rm(preparedFolder, { recursive: true, force: true })
await mkdir(preparedFolder)
for (const name of await readdir(originalsFolder)) {
  const { files, ...record } = await encodePicture(await readFile(join(originalsFolder, name)))
  for (const file of files) await writeFile(preparedFile(record.id, file), file.bytes)
  await writeFile(join(preparedFolder, `${name}.json`), JSON.stringify(record))
  console.log(name)
}
