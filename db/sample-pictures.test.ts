import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { pictureIdFromContent } from '#shop/pictures/encode-picture.server.ts'
import { originalsFolder, preparedFile, preparedFiles, preparedFolder } from './sample-pictures.ts'

test('every sample picture is prepared in every size, from the original that is there', () => {
  const expected = readdirSync(originalsFolder).flatMap((name) => {
    const id = pictureIdFromContent(readFileSync(join(originalsFolder, name)))
    return [`${name}.json`, ...preparedFiles.map((file) => basename(preparedFile(id, file)))]
  })
  expect(readdirSync(preparedFolder).sort()).toEqual(expected.sort())
})
