import { type NotoScript, notoScriptOf } from '#shop/values/scripts.ts'
import { lettersOf } from '#ui/forms/letters.ts'

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
