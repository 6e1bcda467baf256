/** Scripts that names and addresses in India are written in, each with a file of Noto Sans: tests of one letter. */
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

export type NotoScript = keyof typeof notoScripts

/** Joins and parts letters of Indian scripts; nothing by itself. */
const joiner = /^\p{Join_Control}$/u

/** The script that draws a letter with all its marks; null when none here does. */
export function notoScriptOf(grapheme: string): NotoScript | null {
  const letters = [...grapheme].filter((letter) => !joiner.test(letter))
  for (const script of Object.keys(notoScripts) as NotoScript[]) {
    if (letters.every((letter) => notoScripts[script].test(letter))) return script
  }
  return null
}
