const longest = 60

/** Letters that do not come apart into a plain one and its marks. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** A name as it may stand in an address: 'Crème Brûlée & Co.' is 'creme-brulee-and-co'; null when no letter is left. */
export function cakeSlug(name: string): string | null {
  const slug = name
    .slice(0, 4 * longest)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? '')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  return /[a-z]/.test(slug) ? slug : null
}
