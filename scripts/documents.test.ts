import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { slices } from './layout-rules.ts'

const zones = '{app,bench,db,decisions,docs,e2e,scripts,test}'
const documents = globSync(['*.md', `${zones}/**/*.md`])
const fileNames = new Set(
  globSync(['*', `${zones}/**/*`, 'public/**/*']).map((file) => basename(file)),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

/** Names that stand for any file of their kind, or for files that must not exist. */
const placeholders = new Set(['x.test.ts', 'name.page.tsx', 'verb-noun.server.ts', 'index.ts'])

function allOf(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

/** Links and pictures within the project, as they are written: 'docs/operations.md#database'. */
function linksOf(text: string): string[] {
  const targets = [...allOf(/\]\(([^)\s]+)\)/g, text), ...allOf(/<img src="([^"]+)"/g, text)]
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return allOf(/^#+ (.+)$/gm, text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isWhole(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

/** Files that a text names as code: with their folder as seen from the root or from nearer by, or by their name alone. */
function filesNamedIn(text: string): string[] {
  return allOf(/`([\w.][\w./-]*\.(?:tsx?|mjs|json|md|css|py|woff2?))`/g, text)
}

function fileExists(document: string, name: string): boolean {
  if (!name.includes('/')) return fileNames.has(name) || placeholders.has(name)
  const folders = ['.', 'app', 'app/shop', dirname(document)]
  return folders.some((folder) => existsSync(join(folder, name)))
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  it('links to existing files and headings', () => {
    expect(linksOf(text).filter((link) => !isWhole(document, link))).toEqual([])
  })

  it('names existing files', () => {
    expect(filesNamedIn(text).filter((name) => !fileExists(document, name))).toEqual([])
  })

  it('names existing npm scripts', () => {
    const named = allOf(/npm run ([\w:]+)/g, text)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

it('the list of slices has the folders of the shop', () => {
  const folders = readdirSync('app/shop', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect([...slices].sort()).toEqual(folders.map(({ name }) => name).sort())
})
