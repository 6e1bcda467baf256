import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { prepareDataFolder } from './open-files.server.ts'

const root = mkdtempSync(join(tmpdir(), 'data-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

it('makes the folder for this account alone, and leaves one that is there', () => {
  const folder = join(root, 'a', 'b')
  prepareDataFolder(folder)
  prepareDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

it('says what to do when there is a file in its place', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => prepareDataFolder(file)).toThrow(
    /file cannot be written to \(EEXIST\)\. Set DATA_DIR/,
  )
  expect(() => prepareDataFolder(join(file, 'data'))).toThrow(/ENOTDIR.*Set DATA_DIR/)
})
