import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const lockedSchema = z.looseObject({
  integrity: z.string().optional(),
  deprecated: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
})
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const { dependencies, allowScripts } = z
  .looseObject({
    dependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(readJson('package.json'))
const { packages } = z
  .looseObject({ packages: z.record(z.string(), lockedSchema) })
  .parse(readJson('package-lock.json'))
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, facts]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...facts }))

const namesOf = (some: typeof locked) => [...new Set(some.map(({ name }) => name))].sort()

describe('the lock file', () => {
  it('has the content hash of every package, but for optional tools of other systems', () => {
    const unhashed = locked.filter(({ integrity, inBundle }) => !integrity && !inBundle)
    expect(namesOf(unhashed.filter(({ dev, optional }) => !(dev && optional)))).toEqual([])
  })

  it('has no package with an install script that allowScripts does not name', () => {
    const withScript = locked.filter(({ hasInstallScript }) => hasInstallScript)
    expect(namesOf(withScript).filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
    const names = new Set(locked.map(({ name }) => name))
    expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([])
  })

  it('has no deprecated package', () => {
    expect(namesOf(locked.filter(({ deprecated }) => deprecated))).toEqual([])
  })
})

it('docs/dependencies.md gives the reason for each package that runs in production', () => {
  const document = readFileSync('docs/dependencies.md', 'utf8').replaceAll('\n  ', ' ')
  const reasons = document.matchAll(/^- [^`]+: (`.+`)$/gm)
  const named = [...reasons].flatMap(([, names = '']) => names.slice(1, -1).split('`, `'))
  expect(named.sort()).toEqual(Object.keys(dependencies).sort())
})
