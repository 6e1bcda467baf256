/** Our own, as tokens.css has it. */
export const firstAccent = '#b0224e'

/** Of what it stands on as text, `blush` of tokens.css leaves it the least contrast. */
const darkestGround = '#fbe7e3'

/** Why a colour, '#rrggbb', cannot be read on our pages, nor white on it (WCAG 2.2, 1.4.3); null if it can. */
export function accentError(colour: string): string | null {
  const contrast = luminance(darkestGround) / luminance(colour)
  if (contrast >= 4.5) return null
  return `Too light to read: its contrast to the page is ${contrast.toFixed(1)}, and 4.5 is needed. Choose a darker one.`
}

/** The rules that put a colour in the place of ours; paper and the rider’s night keep theirs. */
export function accentRules(colour: string): string {
  const pressed = `color-mix(in srgb,${colour} 78%,black)`
  return `@layer theme{html:root{--color-berry:${colour};--color-berry-deep:${colour}}@supports (color:${pressed}){html:root{--color-berry-deep:${pressed}}}}`
}

/** The relative luminance of WCAG and 0.05 more, as contrasts divide it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
}
