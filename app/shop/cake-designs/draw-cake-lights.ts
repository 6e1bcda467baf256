import type { CakeDesign } from './cake-design.ts'
import type { Shades } from './draw-cake-colours.ts'

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
export function drawLights(
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
