import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { notoFile } from '#shop/values/noto-fonts.server.ts'
import { type IcingScript, icingScriptOf, lettersOf } from './icing-scripts.ts'

const resolve = createRequire(import.meta.url).resolve
const read = new Map<IcingScript, Font>()

/** One letter's outline, in units of 1 for the font's size, its y downwards. */
export interface Outline {
  path: string
  /** Where it begins, from the begin of its line. */
  x: number
  y: number
  /** What makes the path's units to those of the font's size. */
  scale: number
}

/** A line shaped into outlines, as browsers shape text, and how wide it is in its own size. */
export function outlinesOf(line: string): { outlines: Outline[]; width: number } {
  const outlines: Outline[] = []
  let width = 0
  for (const { script, text } of runsOf(line)) {
    const font = fontOf(script)
    const scale = 1 / font.unitsPerEm
    const { glyphs, positions } = shaped(font, text)
    for (const [place, glyph] of glyphs.entries()) {
      const at = positions[place]
      if (!at) continue
      const path = glyph.path.toSVG()
      const [x, y] = [width + at.xOffset * scale, -at.yOffset * scale]
      if (path) outlines.push({ path, scale, x, y })
      width += at.xAdvance * scale
    }
  }
  return { outlines, width }
}

/** Some fonts leave out where a mark is hung on a letter, at which the shaper fails: there, marks stand where they are drawn. */
function shaped(font: Font, text: string) {
  try {
    return font.layout(text)
  } catch {
    return font.layout(text, { mark: false, mkmk: false, abvm: false, blwm: false })
  }
}

/** Parts of a line that one font draws; what no font here draws is left out. */
function runsOf(line: string) {
  const runs: { script: IcingScript; text: string }[] = []
  for (const letter of lettersOf(line)) {
    const script = icingScriptOf(letter)
    const last = runs.at(-1)
    if (last && last.script === script) last.text += letter
    else if (script) runs.push({ script, text: letter })
  }
  return runs
}

function fontOf(script: IcingScript): Font {
  const known = read.get(script)
  if (known) return known
  const font = create(readFileSync(fileOf(script)))
  if (!('layout' in font)) throw new Error(`not one font: ${script}`)
  read.set(script, font)
  return font
}

function fileOf(script: IcingScript): string {
  const isAmita = script === 'latin' || script === 'latin-ext' || script === 'devanagari'
  return isAmita
    ? resolve(`@fontsource/amita/files/amita-${script}-700-normal.woff2`)
    : notoFile(script, 600)
}
