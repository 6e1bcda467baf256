const joiners = '\\u200c\\u200d'
const indian =
  '\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}'
/** Controls, marks that turn the direction of writing, and all else that has no look of its own. */
const unseen = new RegExp(`(?![${joiners}])[\\p{C}\\p{Default_Ignorable_Code_Point}]`, 'gu')
/** Joiners shape letters of Indian scripts, one for each, and do nothing anywhere else. */
const strayJoiners = new RegExp(`([${indian}][${joiners}])[${joiners}]*|[${joiners}]+`, 'gu')
/**
 * A name as it is piped: composed, with single spaces, and without what cannot be seen. Two names that look the same to
 * their readers are the same afterwards.
 */
export function normaliseName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .replace(strayJoiners, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
}
