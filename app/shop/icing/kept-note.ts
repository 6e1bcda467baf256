import { browserStorage, readStoredText, writeStoredText } from '#ui/browser-storage.ts'

/** Where the browser keeps, for one visit, what was typed as a name and is a note for the rider. */
const noteKey = 'cakewala:note'

const visit = () => browserStorage('sessionStorage')

/** The notes so far; '' for none. The checkout asks about them as the note for the rider. */
export function keptNote(): string {
  return readStoredText(visit(), noteKey) ?? ''
}

/** Adds a note. */
export function keepNote(note: string) {
  writeStoredText(visit(), noteKey, [keptNote(), note].filter(Boolean).join(', '))
}

export function forgetNote() {
  writeStoredText(visit(), noteKey, '')
}
