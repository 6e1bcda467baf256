import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'

it('no folder of app/ has more than 20 files of its own, tests not counted', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const folders = Map.groupBy(files, dirname)
  const large = [...folders].filter(([, own]) => own.length > 20).map(([folder]) => folder)
  expect(large).toEqual([])
})

it('no field cuts what is pasted, but those of searches and codes', () => {
  const cutting = globSync('app/**/*.tsx').filter((file) =>
    /\bmaxLength=/.test(readFileSync(file, 'utf8')),
  )
  const mayCut = /search-(field|form)|authenticator-section|code\.page|all-orders\.page/
  expect(cutting.filter((file) => !mayCut.test(file))).toEqual([])
})

it('the style sheet of every page leaves out folders and files that exist', () => {
  const sheet = readFileSync('app/app.css', 'utf8')
  const sources = [...sheet.matchAll(/@source not "\.\/(shop\/[^"]+)"/g)].map(([, glob]) => glob)
  const single = sources.flatMap((glob = '') => {
    const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(glob) ?? []
    return names ? names.split(',').map((name) => `${before}${name}${after}`) : [glob]
  })
  expect(single.length).toBeGreaterThan(3)
  expect(single.filter((glob) => globSync(`app/${glob}`).length === 0)).toEqual([])
})
