import { randomInt } from 'node:crypto'

/** What nobody takes for another on paper: no 0 and o, no 1, i and l, no capitals. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes of 49 bits, such as 'ab3de-fg4hj'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${fiveCharacters()}-${fiveCharacters()}`)
}

function fiveCharacters(): string {
  return Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
}
