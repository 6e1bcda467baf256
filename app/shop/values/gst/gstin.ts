import { stateOfCode } from './india-states.ts'

/** State code, PAN, number of the registration, Z, check character. */
const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Why it is no GST registration number, as a sentence; null if it is one, by its shape, state and check character. */
export function gstinError(gstin: string): string | null {
  if (!gstinPattern.test(gstin)) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1ZW.'
  if (!stateOfCode(gstin.slice(0, 2))) return 'A GSTIN begins with the code of a state.'
  if (checkCharacter(gstin) !== gstin.at(-1))
    return 'This GSTIN has a typing error. Please check it.'
  return null
}

/** By the Luhn algorithm of base 36, from the first fourteen characters. */
function checkCharacter(gstin: string): string | undefined {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, index) => {
    const product = characters.indexOf(character) * (1 + (index % 2))
    return all + Math.floor(product / 36) + (product % 36)
  }, 0)
  return characters[(36 - (sum % 36)) % 36]
}
