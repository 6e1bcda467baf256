import { type NotoScript, notoScriptOf } from '#shop/values/scripts.ts'

/** Which of the PDF's families draws a run of text: the shop's own faces, or Noto Sans for another script. */
export type Script = 'own' | NotoScript

export interface TextRun {
  script: Script
  text: string
}

/** What the shop's own faces hold: Latin-1 and the punctuation that app/ui/fonts/cut.py keeps. */
const ownLetters = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—‘’‚“”„•…‹›₹−∕]$/

/** Joins and parts letters of Indian scripts; nothing by itself. */
const joiner = /^\p{Join_Control}$/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Parts a text into runs that one font can draw. What a name may carry without harm but not into a document is taken out
 * (control characters, marks that turn the direction of writing), and what no font here draws, such as an emoji, becomes '·'.
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

/** One letter as it is read, with all its marks. */
function runOf(grapheme: string): TextRun {
  const letters = [...grapheme].filter((letter) => !joiner.test(letter))
  if (letters.every((letter) => ownLetters.test(letter))) {
    return { script: 'own', text: letters.join('') }
  }
  const script = notoScriptOf(grapheme)
  return script ? { script, text: grapheme } : { script: 'own', text: '·' }
}
