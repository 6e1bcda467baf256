import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'

/** How many files a flow of ARCHITECTURE.md lists at most. */
const limits: Record<string, number> = {
  Browse: 18,
  'Choose a slot': 20,
  Pay: 24,
  Quote: 26,
  Deliver: 26,
  'Change a gift': 22,
  'A dearer change': 22,
  'From a charge to the return': 23,
}

/** With those beside its way: what a reader opens who changes it. */
const limitsWithBeside: Record<string, number> = { Pay: 33 }

interface Flow {
  name: string
  /** In reading order. */
  files: string[]
  /** Imported by them, but not on this way. */
  beside: string[]
}

const [, chapter = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(/^## Eight flows$/m)
const sections = (chapter.split(/^## /m)[0] ?? '').split(/^### /m).slice(1)
const passedHeading = 'What every flow passes by'
const passed = sections.filter((text) => text.startsWith(passedHeading)).flatMap(pathsIn)
const flows = sections.filter((text) => !text.startsWith(passedHeading)).map(parseFlow)

function parseFlow(text: string): Flow {
  const [way = '', beside = ''] = text.split(/^Beside this way: /m)
  return {
    name: /^[^:\n]+/.exec(text)?.[0] ?? '',
    files: [...way.matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => fullPath(path)),
    beside: pathsIn(beside.split('\n\n')[0] ?? ''),
  }
}

/** All paths of a text: files, folders and patterns. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+[/.][^`\s]*)`/g)].map(([, path = '']) => fullPath(path))
}

/** Paths are written from the root, or from app/ or app/shop/. */
function fullPath(path: string): string {
  const folders = ['', 'app', 'app/shop']
  return folders.map((folder) => join(folder, path)).find((full) => existsSync(full)) ?? path
}

const zones: Record<string, string> = {
  '#platform': 'app/platform',
  '#ui': 'app/ui',
  '#shop': 'app/shop',
  '#app': 'app',
}

/** The files of the shop that a file imports as values: what it only knows as a type does no work for it. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(/^(?:import|export) (?!type )(?:([^']*?) from )?'([^']+)'/gm)
  const named = [...imports].filter(([, names = '']) => !hasOnlyTypes(names))
  const loaded = text.matchAll(/(?<!typeof )\bimport\(()\s*'([^']+)',?\s*\)/g)
  const found = [...named, ...loaded].map(([, , target = '']) => resolve(file, target))
  return [...new Set(found)].filter((path) => existsSync(path))
}

/** `{ type Api, type ApiOptions }` */
function hasOnlyTypes(clause: string): boolean {
  const names = /^\{(.*)\}$/s.exec(clause.trim())?.[1]?.split(',') ?? ['*']
  return names.every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

function resolve(file: string, target: string): string {
  const [path = ''] = target.split('?')
  if (path.startsWith('.')) return join(dirname(file), path)
  const [zone = '', ...rest] = path.split('/')
  return join(zones[zone] ?? 'node_modules', ...rest)
}

const isServerCode = (file: string) =>
  /^app\/(shop|serving)\/.*\.server\.tsx?$/.test(file) && !file.endsWith('.tables.server.ts')
const isRule = (file: string) => /\.ts$/.test(file) && !/\.(schema|server)\.ts$/.test(file)

/**
 * What does work for a file: code of the server wherever it lies, and for a page, a hook, a script or code of the server
 * also the rules in its own folder. Components, tables, shapes and declared calls do none.
 */
function workersOf(file: string): string[] {
  const usesRules = file.endsWith('.ts') || file.endsWith('.page.tsx')
  return importsOf(file).filter(
    (path) => isServerCode(path) || (usesRules && isRule(path) && dirname(path) === dirname(file)),
  )
}

const matches = (file: string, path: string) =>
  path.endsWith('/') ? file.startsWith(path) : matchesGlob(file, path)
const isPassed = (file: string) => passed.some((path) => matches(file, path))

const wiring = ['server.ts', 'app/main.server.ts', 'app/adapters.server.ts', 'app/jobs.server.ts']
const opened = new Set([
  ...['server.ts', 'app/entry.server.tsx'],
  ...wiring.flatMap(importsOf),
  ...[...readFileSync('app/routes.ts', 'utf8').matchAll(/'(shop\/.*)'/g)].map(
    ([, page = '']) => `app/${page}`,
  ),
])

/** The paths of declared calls: '/orders/confirmOrder'. */
const callsIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path)

/** Whether a file is imported by one of those before it, opened by the wiring, or called by one of them. The first begins the way. */
function isReached(file: string, before: readonly string[]): boolean {
  if (before.length === 0 || opened.has(file)) return true
  if (before.some((earlier) => importsOf(earlier).includes(file))) return true
  const text = before.map((earlier) => readFileSync(earlier, 'utf8')).join()
  return callsIn(file).some((path) => text.includes(`${path}'`) || text.includes(`${path}"`))
}

it('ARCHITECTURE.md lists eight flows', () => {
  expect(flows.map(({ name }) => name)).toEqual(Object.keys(limits))
})

it('what every flow passes by is imported by one of them', () => {
  const imported = flows.flatMap(({ files }) =>
    files.filter((file) => existsSync(file)).flatMap(importsOf),
  )
  expect(passed.filter((path) => !imported.some((file) => matches(file, path)))).toEqual([])
})

describe.each(flows)('the flow $name', ({ name, files, beside }) => {
  const existing = files.filter((file) => existsSync(file))

  it('has files that exist, each once, and not too many to read', () => {
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
    expect(files.length).toBeLessThanOrEqual(limits[name] ?? 0)
    const all = [...files, ...beside]
    expect(all.length).toBeLessThanOrEqual(limitsWithBeside[name] ?? all.length)
  })

  it('reaches each of its files from one that is read before', () => {
    const unreached = existing.filter((file, index) => !isReached(file, existing.slice(0, index)))
    expect(unreached).toEqual([])
  })

  it('lists every file that does work on its way', () => {
    const missing = existing.flatMap((file) =>
      workersOf(file)
        .filter((path) => !files.includes(path) && !beside.includes(path) && !isPassed(path))
        .map((path) => `${path}, by ${file}`),
    )
    expect(missing).toEqual([])
  })

  it('names beside its way only what one of its files imports', () => {
    const imported = new Set(existing.flatMap(importsOf))
    expect(beside.filter((path) => !imported.has(path))).toEqual([])
  })
})
