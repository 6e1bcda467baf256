import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { type Font, create as openFont } from 'fontkit'
import { lettersOf } from '#ui/forms/letters.ts'
import type { Drawing, Drawn } from './draw-papers.server.ts'

/**
 * Families of Noto, in the order in which a letter is looked for: the scripts of the languages of the Constitution's Eighth
 * Schedule, and more. The first has Latin, Devanagari, Greek and Cyrillic.
 */
const families = [
  'Noto Sans',
  'Noto Sans Bengali',
  'Noto Sans Gujarati',
  'Noto Sans Gurmukhi',
  'Noto Sans Kannada',
  'Noto Sans Malayalam',
  'Noto Sans Meetei Mayek',
  'Noto Sans Ol Chiki',
  'Noto Sans Oriya',
  'Noto Sans Tamil',
  'Noto Sans Telugu',
  'Noto Sans Arabic',
  'Noto Emoji',
]

const { resolve } = createRequire(import.meta.url)
const notoFont = (family: string, weight: '400Regular' | '600SemiBold') => {
  const folder = `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}/${weight}`
  return readFileSync(resolve(`${folder}/${family.replaceAll(' ', '')}_${weight}.ttf`))
}
const regular = families.map((family) => notoFont(family, '400Regular'))
const own = ['figtree-400.ttf', 'figtree-600.ttf', 'fraunces-600.ttf'].map((file) =>
  readFileSync(join(import.meta.dirname, 'fonts', file)),
)
const alphabets = regular.map((bytes) => new Set((openFont(bytes) as Font).characterSet))

const template = join(import.meta.dirname, 'papers.typ')
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [
    { fontBlobs: [...own, ...regular, ...families.map((name) => notoFont(name, '600SemiBold'))] },
  ],
})

/** No field of an order takes as many. */
const maxLetters = 400

/** Most words of a paper; tried first, because segmenting takes longer. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/**
 * A text that the fonts can draw. Control characters, direction marks and piled-up accents are left out; a letter that no
 * font has becomes '·'.
 */
function drawable(text: string): string {
  if (plain.test(text) && text.length <= maxLetters) return text
  const tidy = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?!\p{Join_Control})\p{C}/gu, '')
    .replace(/(?!\p{Join_Control}|\p{scx=Arab}|\p{scx=Deva})\p{Script=Inherited}/gu, '')
    .trim()
  const letters = lettersOf(tidy).map((letter) => (isDrawable(letter) ? letter : '·'))
  const shown = letters.slice(0, maxLetters).join('')
  return letters.length > maxLetters ? `${shown}…` : shown
}

/** One font has it with all its marks. A mark by itself has no letter to stand at. */
function isDrawable(letter: string): boolean {
  if (/^\p{M}/u.test(letter)) return false
  const points = [...letter.replace(/\p{Join_Control}/gu, '')].map((one) => one.codePointAt(0) ?? 0)
  return alphabets.some((alphabet) => points.every((point) => alphabet.has(point)))
}

const ownLogo = join(import.meta.dirname, 'own-logo.png')

function draw({ papers, title, issuedAt, look }: Drawing): Uint8Array<ArrayBuffer> {
  const inputs = {
    papers: JSON.stringify(papers, (_key, value) =>
      typeof value === 'string' ? drawable(value) : value,
    ),
    title: drawable(title),
    accent: look.accent,
    logo: look.logo ? 'own-logo.png' : 'slice.svg',
    fonts: JSON.stringify(families),
    issued: JSON.stringify([
      issuedAt.getUTCFullYear(),
      issuedAt.getUTCMonth() + 1,
      issuedAt.getUTCDate(),
      issuedAt.getUTCHours(),
      issuedAt.getUTCMinutes(),
      issuedAt.getUTCSeconds(),
    ]),
  }
  try {
    if (look.logo) compiler.mapShadow(ownLogo, Buffer.from(look.logo))
    return new Uint8Array(compiler.pdf({ mainFilePath: template, inputs }, { pdfStandard: 'a-2a' }))
  } finally {
    compiler.resetShadow()
    compiler.evictCache(0)
  }
}

process.on('message', (drawing: Drawing) => {
  try {
    process.send?.({ pdf: draw(drawing) } satisfies Drawn)
  } catch (error) {
    process.send?.({ failure: String(error) } satisfies Drawn)
  }
})
// It ends with the shop, which lets go of it when nothing is left to draw.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
