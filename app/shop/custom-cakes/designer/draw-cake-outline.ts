import type { CakeDesign } from '../cake-design.ts'

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
export function frontOf(tier: Tier): Point[] {
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
export function evenly(line: readonly Point[], count: number): Point[] {
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

export function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = line[at - 1] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

export function pathOf(points: readonly Point[]): string {
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
