import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { shopInFolder } from './reference.ts'

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  return folder
}

const [bench, packages, build] = [
  'bench/shops/open-shop.ts',
  'node_modules/.package-lock.json',
  'build/server/index.js',
]

it.each([
  [[], `has no ${bench}`],
  [[bench, build], `has no ${packages}`],
  [[bench, packages], `has no ${build}. Check the shop out there and 'npm run build' it.`],
])('a folder with only %j is refused in a sentence', (files, sentence) => {
  expect(() => shopInFolder(folderWith(...files))).toThrow(sentence)
})

it('a shop that is installed and built can be compared with, under a name', () => {
  expect(shopInFolder(folderWith(bench, packages, build)).name).toBe('old')
})
