import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Folders that still are too large. */
const largeFolders: string[] = []

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

it('no folder of app/ has more than 20 files of its own, tests not counted', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !isTest(file))
  const folders = Map.groupBy(files, dirname)
  const large = [...folders].filter(([, own]) => own.length > 20).map(([folder]) => folder)
  expect(large.filter((folder) => !largeFolders.includes(folder))).toEqual([])
})

/** The flows of ARCHITECTURE.md: a heading for each, then a list with one file in each item. */
function flows() {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const chapter = /^## .*flows.*\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1] ?? ''
  return chapter
    .split(/^### /m)
    .slice(1)
    .map((flow) => ({
      name: flow.split('\n')[0] ?? '',
      files: [...flow.matchAll(/^\s*(?:-|\d+\.) `([^`]+)`/gm)].map(([, file]) => file ?? ''),
    }))
}

describe('the flows of ARCHITECTURE.md', () => {
  it.for(flows())('$name: at most 15 files, all of which exist', ({ files }) => {
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.length).toBeLessThanOrEqual(15)
  })
})
