import { type CakeDesign, glazes, icings, type Shades } from '../cake-design.ts'
import { chanceOf, drawTier, type Tier } from './draw-cake-tiers.ts'
import { drawTopping } from './draw-cake-toppings.ts'

/** Width and height of the stored picture, in pixels. */
const pixels = 960

const middle = 240
/** Where the lowest tier stands, at its middle. */
const ground = 372

/** How deep a top looks for its width: a heart is only one when it is seen a little from above. */
const depths: Record<CakeDesign['shape'], number> = { round: 0.2, square: 0.17, heart: 0.34 }

/** From the bottom tier to the top; `lift` brings the whole to the middle of the picture. */
const builds: Record<
  CakeDesign['tiers'],
  { lift: number; sizes: readonly { rx: number; height: number }[] }
> = {
  one: { lift: 26, sizes: [{ rx: 176, height: 138 }] },
  two: {
    lift: 14,
    sizes: [
      { rx: 166, height: 120 },
      { rx: 108, height: 92 },
    ],
  },
  three: {
    lift: 8,
    sizes: [
      { rx: 166, height: 110 },
      { rx: 116, height: 76 },
      { rx: 72, height: 64 },
    ],
  },
}

/**
 * A design as an SVG document, the same for browser and server, always alike, without letters and without anything
 * from elsewhere. The front of the lowest tier stays calm for the name. Shown as an image, its ids are its own.
 */
export function drawCake(design: CakeDesign): string {
  const tiers = tiersOf(design)
  const chance = chanceOf(7)
  const dress = {
    icing: icings[design.colour],
    glaze: design.drip === 'none' ? null : glazes[design.drip],
  }
  const cake = tiers.map((tier, at) => drawTier('abc'.charAt(at), tier, dress, chance)).join('')
  const topping = design.topping === 'none' ? '' : drawTopping(design.topping, tiers, chanceOf(11))
  const lights = drawLights(design.shape, dress)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 480 480">${lights}${room}<g transform="translate(0 ${-builds[design.tiers].lift})">${stand}${cake}${topping}</g></svg>`
}

function tiersOf({ shape, tiers }: CakeDesign): Tier[] {
  let y = ground
  return builds[tiers].sizes.map(({ rx, height }) => {
    y -= height
    return { shape, x: middle, y, rx, ry: rx * depths[shape], height }
  })
}

const room =
  '<rect width="480" height="480" fill="url(#wall)"/><circle cx="240" cy="206" r="186" fill="#fff" opacity=".42"/><circle cx="240" cy="206" r="168" fill="#fff" opacity=".3"/><rect y="376" width="480" height="104" fill="url(#table)"/>'

const stand = [
  '<ellipse cx="240" cy="462" rx="150" ry="13" fill="#4a1a10" opacity=".22" filter="url(#soft)"/>',
  '<path d="M214 400h52q-6 36 22 50h-96q28-14 22-50z" fill="url(#porcelain)"/>',
  '<path d="M164 452a76 12 0 0 0 152 0v5a76 12 0 0 1-152 0z" fill="#cfb3a5"/><ellipse cx="240" cy="452" rx="76" ry="11" fill="url(#porcelain)"/><path d="M212 448q28 8 56 0-2-12-2-20h-52q0 8-2 20z" fill="url(#porcelain)"/>',
  '<path d="M32 376v11a208 44 0 0 0 416 0v-11z" fill="url(#porcelain)"/><path d="M32 387a208 44 0 0 0 416 0" fill="none" stroke="#c99a5b" stroke-width="2"/>',
  '<ellipse cx="240" cy="376" rx="208" ry="44" fill="#fffdfb"/><ellipse cx="240" cy="376" rx="199" ry="41" fill="none" stroke="#ead8cc" stroke-width="1.500"/>',
].join('')

type Stop = [at: number, colour: string, opacity?: number]

function stops(...list: readonly Stop[]): string {
  return list
    .map(([at, colour, opacity]) => {
      const through = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${at}" stop-color="${colour}"${through}/>`
    })
    .join('')
}

const shadow = '#4a1a10'

/** How light falls on a wall, from its left to its right: a heart's turns away at its tip. */
function turningOf(shape: CakeDesign['shape'], dark: string): readonly Stop[] {
  const turnings: Record<CakeDesign['shape'], readonly Stop[]> = {
    round: [
      [0, dark, 0.85],
      [0.1, dark, 0.4],
      [0.22, dark, 0.06],
      [0.3, '#fff', 0.24],
      [0.36, '#fff', 0.28],
      [0.52, '#fff', 0.08],
      [0.66, dark, 0.08],
      [0.86, dark, 0.5],
      [1, dark, 1],
    ],
    square: [
      [0, dark, 0.7],
      [0.03, '#fff', 0.1],
      [0.07, '#fff', 0.26],
      [0.45, '#fff', 0.1],
      [0.92, dark, 0.2],
      [0.97, dark, 0.5],
      [1, dark, 1],
    ],
    heart: [
      [0, dark, 0.8],
      [0.1, dark, 0.24],
      [0.26, '#fff', 0.14],
      [0.4, '#fff', 0.3],
      [0.48, '#fff', 0.16],
      [0.55, dark, 0.06],
      [0.64, dark, 0.26],
      [0.86, dark, 0.46],
      [1, dark, 1],
    ],
  }
  return turnings[shape]
}

/** The gradients that the whole drawing is lit by: softly, from above and a little from the left. */
function drawLights(
  shape: CakeDesign['shape'],
  { icing: { dark }, glaze }: { icing: Shades; glaze: Shades | null },
): string {
  const along = (id: string, ...list: readonly Stop[]) =>
    `<linearGradient id="${id}">${stops(...list)}</linearGradient>`
  const down = (id: string, ...list: readonly Stop[]) =>
    `<linearGradient id="${id}" x2="0" y2="1">${stops(...list)}</linearGradient>`
  const ball = (id: string, ...list: readonly Stop[]) =>
    `<radialGradient id="${id}" cx=".36" cy=".3" r=".8">${stops(...list)}</radialGradient>`
  return [
    '<defs><filter id="soft" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="6"/></filter>',
    ball('wall', [0, '#fff6ec'], [0.55, '#fcebe1'], [1, '#f4d5c9']),
    down('table', [0, '#efcfc0'], [0.16, '#f6dfd2'], [1, '#fcf1e9']),
    along('porcelain', [0, '#e3cfc4'], [0.25, '#fffdfb'], [0.6, '#f7ece5'], [1, '#cfb3a5']),
    along('round', ...turningOf(shape, dark)),
    ...(glaze
      ? [
          along(
            'gloss',
            [0, glaze.dark, 0.6],
            [0.3, '#fff', 0.12],
            [0.6, '#fff', 0],
            [1, glaze.dark, 0.8],
          ),
        ]
      : []),
    down('fall', [0, '#fff', 0.2], [0.3, '#fff', 0], [0.7, dark, 0], [1, dark, 0.4]),
    ball('sky', [0, '#fff', 0.5], [0.6, '#fff', 0.12], [1, shadow, 0.1]),
    ball('red', [0, '#ff6a61'], [0.5, '#e02a3a'], [1, '#a8122a']),
    `<radialGradient id="glow">${stops([0, '#ffd76b', 0.75], [1, '#ffd76b', 0])}</radialGradient></defs>`,
  ].join('')
}

/** An SVG document as an address for an image: a picture of its own, whose ids collide with nothing on the page. */
export function designImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
