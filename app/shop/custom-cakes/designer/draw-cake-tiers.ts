import type { CakeDesign, Shades } from '../cake-design.ts'

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

export type Point = readonly [x: number, y: number]

/** A tier, standing: where the middle of its top is, how wide and deep that is from there, and how high it stands. */
export interface Tier {
  shape: CakeDesign['shape']
  x: number
  y: number
  rx: number
  ry: number
  height: number
}

const corners = 56

/** The rim of a tier's top, clockwise and closed. */
export function rimOf({ shape, x, y, rx, ry }: Tier): Point[] {
  return outlines[shape].map(([ux, uy]) => [x + ux * rx, y + uy * ry])
}

/** The part of the rim that is in front, from its left to its right end. */
function frontOf(tier: Tier): Point[] {
  const rim = rimOf(tier)
  const left = extreme(rim, (a, b) => a[0] < b[0])
  const right = extreme(rim, (a, b) => a[0] > b[0])
  const along = [...rim.slice(right), ...rim.slice(0, right)]
  const end = (left - right + rim.length) % rim.length
  return along.slice(0, end + 1).reverse()
}

function extreme(points: Point[], isMore: (a: Point, b: Point) => boolean): number {
  return points.reduce((best, point, at) => (isMore(point, points[best] ?? point) ? at : best), 0)
}

/** Shapes as seen from above, between -1 and 1; what is nearer to the eye has the greater y. */
const outlines: Record<CakeDesign['shape'], readonly Point[]> = {
  round: around((turn) => [Math.cos(turn), Math.sin(turn)]),
  // What is farther away is narrower.
  square: around((turn) => {
    const y = rounded(Math.sin(turn))
    return [rounded(Math.cos(turn)) * (0.9 + 0.1 * y), y]
  }),
  heart: softened(around(heartAt)),
}

function around(at: (turn: number) => Point): Point[] {
  const fine = Array.from({ length: 6 * corners }, (_, step) =>
    at((step / (6 * corners)) * 2 * Math.PI),
  )
  return evenly([...fine, ...fine.slice(0, 1)], corners)
}

function rounded(value: number): number {
  return Math.sign(value) * Math.abs(value) ** 0.3
}

function heartAt(turn: number): Point {
  const t = turn + Math.PI / 2
  const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t)
  return [Math.sin(t) ** 3, (-2.5 - y) / 14.5]
}

/** Without sharp corners, which no icing has. */
function softened(points: Point[]): Point[] {
  const of = (at: number) => points[(at + points.length) % points.length] ?? [0, 0]
  return points.map((_, at) => {
    const near = [-2, -1, 0, 1, 2].map((step) => of(at + step))
    const mean = (axis: 0 | 1) => near.reduce((sum, point) => sum + point[axis], 0) / near.length
    return [mean(0), mean(1)]
  })
}

/** So many points along a line, at equal distances; the last point of the line is left out. */
function evenly(line: readonly Point[], count: number): Point[] {
  const total = lengthOf(line)
  const found: Point[] = []
  let passed = 0
  for (const [at, end] of line.entries()) {
    const start = line[at - 1]
    if (!start) continue
    const length = Math.hypot(end[0] - start[0], end[1] - start[1])
    while (found.length < count && (found.length * total) / count < passed + length) {
      const part = ((found.length * total) / count - passed) / length
      found.push([start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part])
    }
    passed += length
  }
  return found
}

function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = line[at - 1] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

function pathOf(points: readonly Point[]): string {
  const tenths = points.map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)])
  const [startX, startY] = tenths[0] ?? [0, 0]
  const steps = tenths.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = tenths[at] ?? [0, 0]
    return `${short((x - fromX) / 10)} ${short((y - fromY) / 10)}`
  })
  return `M${short(startX / 10)} ${short(startY / 10)}l${steps.join(' ').replaceAll(' -', '-')}`
}

/** A length with one decimal, as briefly as it can be written: '-.5'. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10).replace(/^(-?)0\./, '$1.')
}

/** The next of a row of numbers from 0 up to 1 that look like chance. */
export type Chance = () => number

/** The same row of numbers for the same seed (mulberry32), so that a design is always drawn alike. */
export function chanceOf(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
