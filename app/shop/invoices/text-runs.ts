/** Which of the PDF's families draws a run of text: the shop's own faces, or Noto Sans for another script. */
export type Script = 'own' | keyof typeof notoScripts

export interface TextRun {
  script: Script
  text: string
}

/** Scripts that names and addresses in India are written in; each has a file of Noto Sans. */
const notoScripts = {
  'latin-ext': /^[\u0100-\u024f\u1e00-\u1eff\u20a0-\u20bf]$/u,
  greek: /^[\u0386-\u03ce]$/u,
  cyrillic: /^[\u0400-\u045f\u0490\u0491]$/u,
  devanagari: /^[\p{Script=Devanagari}।॥]$/u,
  tamil: /^\p{Script=Tamil}$/u,
  telugu: /^\p{Script=Telugu}$/u,
  kannada: /^\p{Script=Kannada}$/u,
  malayalam: /^\p{Script=Malayalam}$/u,
  bengali: /^\p{Script=Bengali}$/u,
  gujarati: /^\p{Script=Gujarati}$/u,
  gurmukhi: /^\p{Script=Gurmukhi}$/u,
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
  for (const [script, pattern] of Object.entries(notoScripts)) {
    if (letters.every((letter) => pattern.test(letter))) {
      return { script: script as Script, text: grapheme }
    }
  }
  return { script: 'own', text: '·' }
}
