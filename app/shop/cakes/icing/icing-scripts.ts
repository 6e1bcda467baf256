import { lettersOf } from '#ui/forms/letters.ts'

/** Scripts that names in India are written in, each with a file of Noto Sans: tests of one letter. */
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

type NotoScript = keyof typeof notoScripts

/** Joins and parts letters of Indian scripts; nothing by itself. */
const joiner = /^\p{Join_Control}$/u

/** The script that draws a letter with all its marks; null when none here does. */
function notoScriptOf(grapheme: string): NotoScript | null {
  const letters = [...grapheme].filter((letter) => !joiner.test(letter))
  for (const script of Object.keys(notoScripts) as NotoScript[]) {
    if (letters.every((letter) => notoScripts[script].test(letter))) return script
  }
  return null
}

/** Which font pipes a letter: Amita's Latin, or a script of its own. */
export type IcingScript = 'latin' | NotoScript

const latin = /^[\u0020-\u007e\u00a1-\u00ff‘’“”–—•…€][\u0300-\u036f]*$/u

/** The script of one letter with its marks; null when no font here pipes it. */
export function icingScriptOf(letter: string): IcingScript | null {
  return latin.test(letter) ? 'latin' : notoScriptOf(letter)
}

/** Whether the fonts can draw a normalised name: Latin letters and the scripts of India. */
export function canBeDrawn(name: string): boolean {
  return lettersOf(name).every((letter) => icingScriptOf(letter) !== null)
}
