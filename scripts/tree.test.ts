import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'

it('no folder of app/ has more than 20 files of its own, tests not counted', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const folders = Map.groupBy(files, dirname)
  const large = [...folders].filter(([, own]) => own.length > 20).map(([folder]) => folder)
  expect(large).toEqual([])
})

/** The chapter "Three flows" of ARCHITECTURE.md: a heading of level 3 for each, then a list with one file in each item. */
function readFlows() {
  const [, chapter = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(/^## Three flows$/m)
  const [flows = ''] = chapter.split(/^## /m)
  return flows
    .split(/^### /m)
    .slice(1)
    .map((flow) => [...flow.matchAll(/^ *(?:-|\d+\.) `([^`]+)`/gm)].map(([, file]) => file ?? ''))
}

it('each of the three flows passes through at most 15 files, and all of them exist', () => {
  const flows = readFlows()
  expect(flows).toHaveLength(3)
  for (const files of flows) {
    expect(files.length).toBeGreaterThan(3)
    expect(files.length).toBeLessThanOrEqual(15)
  }
  expect(flows.flat().filter((file) => !existsSync(file))).toEqual([])
})

it('the style sheet of every page leaves out folders and files that exist', () => {
  const sheet = readFileSync('app/ui/app.css', 'utf8')
  const sources = [...sheet.matchAll(/@source not "\.\.\/(shop\/[^"]+)"/g)].map(([, glob]) => glob)
  const single = sources.flatMap((glob = '') => {
    const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(glob) ?? []
    return names ? names.split(',').map((name) => `${before}${name}${after}`) : [glob]
  })
  expect(single.length).toBeGreaterThan(3)
  expect(single.filter((glob) => globSync(`app/${glob}`).length === 0)).toEqual([])
})
