import { readFileSync } from 'node:fs'
import type PDFDocument from 'pdfkit'
import { notoFile } from '#shop/values/noto-fonts.server.ts'
import { type NotoScript, notoScriptOf } from '#shop/values/scripts.ts'
import figtree from './fonts/figtree-400.ttf?inline'
import figtreeStrong from './fonts/figtree-600.ttf?inline'
import fraunces from './fonts/fraunces-600.ttf?inline'

/** `own` are the shop's own fonts; other scripts use Noto Sans. */
type Script = 'own' | NotoScript

interface TextRun {
  script: Script
  text: string
}

/** The characters in the shop's own fonts: Latin-1 and the punctuation that app/ui/fonts/cut.py includes. */
const ownLetters = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—‘’‚“”„•…‹›₹−∕]$/

/** Invisible characters that join or separate letters of Indian scripts. */
const joiner = /^\p{Join_Control}$/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a text into runs of one font. Removes control characters and direction marks; a character without a font, such
 * as an emoji, becomes '·'.
 */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  for (const { segment } of graphemes.segment(cleaned(text))) {
    const last = runs.at(-1)
    const next = runOf(segment)
    if (last && last.script === next.script) last.text += next.text
    else if (next.text) runs.push(next)
  }
  return runs
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?!\p{Join_Control})[\p{C}\p{Script=Inherited}]/gu, '')
    .trim()
}

function runOf(grapheme: string): TextRun {
  const letters = [...grapheme].filter((letter) => !joiner.test(letter))
  if (letters.every((letter) => ownLetters.test(letter))) {
    return { script: 'own', text: letters.join('') }
  }
  const script = notoScriptOf(grapheme)
  return script ? { script, text: grapheme } : { script: 'own', text: '·' }
}

type Face = 'text' | 'strong' | 'display'

const ownFaces = { text: figtree, strong: figtreeStrong, display: fraunces }
const fonts = new Map<string, Uint8Array>()

/** Read when first needed. */
function fontBytes(face: Face, script: Script): Uint8Array {
  const key = fontName(face, script)
  const loaded = fonts.get(key)
  if (loaded) return loaded
  const bytes =
    script === 'own'
      ? inlined(ownFaces[face])
      : readFileSync(notoFile(script, face === 'text' ? 400 : 600))
  fonts.set(key, bytes)
  return bytes
}

function fontName(face: Face, script: Script): string {
  return `${face}-${script}`
}

/** The build inlines fonts as data: URLs. */
function inlined(dataUrl: string): Uint8Array {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

export type Pdf = typeof PDFDocument.prototype

export interface TextStyle {
  face: Face
  /** Points. */
  size: number
  colour: string
  /** Tabular figures, so that columns align. */
  figures?: boolean
}

/** Text broken into lines; heights and widths in points. */
interface Paragraph {
  lines: Piece[][]
  style: TextStyle
  width: number
  height: number
}

export type Align = 'left' | 'right' | 'centre'

type Features = PDFKit.Mixins.TextOptions['features']

interface Piece extends TextRun {
  width: number
  features: Features
}

const lineHeight = 1.38
/** From the top of a line to its baseline, relative to the font size. */
const ascent = 1.02
// The library also accepts features to switch off, but its types do not.
const withoutMarks = { mark: false, mkmk: false, abvm: false, blwm: false } as unknown as Features

export type Typesetter = ReturnType<typeof createTypesetter>

/** Draws text of any script, each run in a font that has its characters. */
export function createTypesetter(doc: Pdf) {
  const registered = new Set<string>()

  function takeFont(face: Face, script: Script, size: number) {
    const name = fontName(face, script)
    if (!registered.has(name)) doc.registerFont(name, fontBytes(face, script) as Buffer)
    registered.add(name)
    doc.font(name).fontSize(size)
  }

  /**
   * The library fails on some words of Indian scripts when it positions their marks; those words are set without mark
   * positioning.
   */
  function measured({ script, text }: TextRun, { face, size, figures }: TextStyle): Piece {
    takeFont(face, script, size)
    const style: Features = figures && script === 'own' && face !== 'display' ? ['tnum'] : undefined
    for (const features of [style, withoutMarks]) {
      try {
        return { script, text, features, width: doc.widthOfString(text, { features }) }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
    }
    return measured({ script: 'own', text: '·' }, { face, size, colour: '' })
  }

  const piecesOf = (text: string, style: TextStyle) =>
    textRuns(text).map((run) => measured(run, style))

  const widthOf = (text: string, style: TextStyle) => sum(piecesOf(text, style))

  /** Splits a word into parts that fit: whole, otherwise by grapheme. */
  function* fitting(word: string, style: TextStyle, width: number) {
    if (word.length < 200 && widthOf(word, style) <= width) {
      yield word
      return
    }
    let part = ''
    let left = width
    for (const { segment } of graphemes.segment(word)) {
      const needed = widthOf(segment, style)
      if (part && needed > left) {
        yield part
        part = ''
        left = width
      }
      part += segment
      left -= needed
    }
    yield part
  }

  function* broken(text: string, style: TextStyle, width: number) {
    const space = widthOf('a a', style) - widthOf('aa', style)
    let line = ''
    let left = width
    for (const word of text.split(/\s+/).filter((word) => textRuns(word).length > 0)) {
      let joint = line && ' '
      for (const part of fitting(word, style, width)) {
        const needed = widthOf(part, style) + (joint ? space : 0)
        if (line && (!joint || needed > left)) {
          yield line
          line = part
          left = width - widthOf(part, style)
        } else {
          line += joint + part
          left -= needed
        }
        joint = ''
      }
    }
    if (line) yield line
  }

  /** Beyond `maxLines` the last line ends in '…'. */
  function paragraph(text: string, style: TextStyle, width: number, maxLines = 12): Paragraph {
    const found = [...broken(text, style, width).take(maxLines + 1)]
    const shown = found.slice(0, maxLines)
    if (found.length > maxLines) shown.push(`${shown.pop()}…`)
    const lines = shown.map((line) => piecesOf(line, style))
    return { lines, style, width, height: lines.length * style.size * lineHeight }
  }

  function draw({ lines, style, width }: Paragraph, x: number, top: number, align: Align = 'left') {
    for (const [index, line] of lines.entries()) {
      const rest = width - sum(line)
      const share = { left: 0, centre: 0.5, right: 1 }[align]
      const baseline = top + style.size * (lineHeight * index + ascent)
      drawLine(line, style, x + rest * share, baseline)
    }
  }

  function drawLine(line: Piece[], { face, size, colour }: TextStyle, from: number, y: number) {
    let x = from
    for (const { script, text, features, width } of line) {
      takeFont(face, script, size)
      doc.fillColor(colour).text(text, x, y, { lineBreak: false, baseline: 'alphabetic', features })
      x += width
    }
  }

  return { doc, paragraph, draw }
}

function sum(pieces: readonly Piece[]): number {
  return pieces.reduce((all, { width }) => all + width, 0)
}
