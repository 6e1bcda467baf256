import type { Shades } from '../cake-design.ts'
import {
  type Chance,
  evenly,
  frontOf,
  lengthOf,
  type Point,
  pathOf,
  rimOf,
  short,
  type Tier,
} from './draw-cake-outline.ts'

interface Dress {
  icing: Shades
  /** Runs down its sides and covers its top. */
  glaze: Shades | null
}

/**
 * A tier with its shadow on what it stands on, its piped borders, and the glaze that runs down. `id` begins the ids
 * of its lines, which are drawn several times.
 */
export function drawTier(id: string, tier: Tier, { icing, glaze }: Dress, chance: Chance): string {
  const rim = rimOf(tier)
  const front = frontOf(tier)
  const foot = moved(front, tier.height)
  const closed = [...rim, ...rim.slice(0, 1)]
  return [
    `<defs><path id="${id}t" d="${pathOf(closed)}"/><path id="${id}f" d="${pathOf(front)}"/><path id="${id}w" d="${pathOf([...front, ...foot.toReversed()])}z"/></defs>`,
    use(`${id}t`, `y="${short(tier.height + 6)}" fill="#4a2014" opacity=".3" filter="url(#soft)"`),
    use(`${id}w`, `fill="${icing.base}"`),
    use(`${id}w`, 'fill="url(#round)"'),
    use(`${id}w`, 'fill="url(#fall)"'),
    piped(`${id}f`, { down: tier.height - 1, size: 13, length: lengthOf(front) }, icing),
    use(`${id}t`, `fill="${(glaze ?? icing).base}"`),
    use(`${id}t`, `fill="url(#sky)" stroke="${(glaze ?? icing).dark}" stroke-opacity=".5"`),
    glaze
      ? drip(id, tier, { front, glaze, chance })
      : piped(`${id}t`, { down: 0, size: 11, length: lengthOf(closed) }, icing),
  ].join('')
}

function use(id: string, look: string): string {
  return `<use href="#${id}" ${look}/>`
}

/** Beads of icing along a line, in shadow, colour and light: each the dots of a dashed stroke. */
function piped(
  id: string,
  { down, size, length }: { down: number; size: number; length: number },
  { dark, base, light }: Shades,
): string {
  const step = length / Math.round(length / (size * 0.84))
  const dots = (colour: string, width: number, x: number, y: number) =>
    use(id, `x="${x}" y="${short(y + down)}" stroke="${colour}" stroke-width="${short(width)}"`)
  return `<g fill="none" stroke-linecap="round" stroke-dasharray=".01 ${step.toFixed(3)}">${dots(dark, size, 0.4, 1.8)}${dots(base, size, 0, 0)}${dots(light, size * 0.55, -1, -1.6)}</g>`
}

/** What runs over the front edge: longer at the sides than in the middle, where the name is. */
function drip(
  id: string,
  tier: Tier,
  { front, glaze, chance }: { front: readonly Point[]; glaze: Shades; chance: Chance },
): string {
  const runs = runsOf(tier, front, chance)
  const shines = runs
    .filter(({ length }) => length > 16)
    .map(
      ({ x, y, length, width }) =>
        `M${short(x - width * 0.18)} ${short(y + 7)}v${short(length - 13)}`,
    )
  return [
    `<defs><path id="${id}d" d="${pathOf(front)}${runs.map(runPath).join('')}z"/></defs>`,
    use(`${id}d`, 'x="1" y="3" fill="#2e120a" opacity=".22"'),
    use(`${id}d`, `fill="${glaze.base}"`),
    use(`${id}d`, 'fill="url(#gloss)"'),
    use(
      `${id}f`,
      `y="1" fill="none" stroke="${glaze.light}" stroke-width="4" stroke-linecap="round" opacity=".8"`,
    ),
    `<path d="${shines.join('')}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".5"/>`,
  ].join('')
}

interface Run {
  /** The middle of where it leaves the edge. */
  x: number
  y: number
  length: number
  width: number
  /** To the next one. */
  gap: number
}

/** From the right end of the front to its left. */
function runsOf({ x: middle, rx, height }: Tier, front: readonly Point[], chance: Chance): Run[] {
  const count = Math.round(lengthOf(front) / 27)
  const places = evenly(front, count * 2)
  const ends = [...places.slice(1), front.at(-1) ?? [0, 0]]
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = ends[at * 2] ?? [0, 0]
    const [from, until] = [places[at * 2]?.[0] ?? x, ends[at * 2 + 1]?.[0] ?? x]
    const aside = Math.min(1, Math.abs(x - middle) / rx)
    const reach = 0.14 + 0.42 * aside ** 2
    const width = (until - from) * (0.5 + 0.14 * chance())
    const length = height * (0.1 + reach * chance()) + 6
    return { x, y, length, width, gap: until - from - width }
  }).toReversed()
}

/** Down its right side, around its end, up its left side, and around into the next. */
function runPath({ x, y, length, width, gap }: Run, at: number, runs: readonly Run[]): string {
  const half = width / 2
  const straight = y + Math.max(5, length - half)
  const next = at < runs.length - 1 ? `q${short(-gap / 2)} ${short(-gap / 2)} ${short(-gap)} 0` : ''
  return `L${short(x + half)} ${short(y + 4)}V${short(straight)}a${short(half)} ${short(half)} 0 0 1 ${short(-width)} 0V${short(y + 4)}${next}`
}

function moved(line: readonly Point[], down: number): Point[] {
  return line.map(([x, y]) => [x, y + down])
}
