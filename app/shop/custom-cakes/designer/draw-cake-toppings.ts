import type { CakeDesign } from '../cake-design.ts'
import { type Chance, type Point, rimOf, short, type Tier } from './draw-cake-tiers.ts'

type Topping = Exclude<CakeDesign['topping'], 'none'>

/** What lies on a cake: all over its top tier, and a little on the ledges in front of the others. */
export function drawTopping(topping: Topping, tiers: readonly Tier[], chance: Chance): string {
  const { symbols, onTop, onLedge } = toppings[topping]
  const on = tiers.map((tier, at) => {
    const next = tiers[at + 1]
    return next ? onLedge(tier, next, chance) : onTop(tier, chance)
  })
  return `<defs>${symbols}</defs>${on.join('')}`
}

interface Drawing {
  /** What is used many times. */
  symbols: string
  onTop: (tier: Tier, chance: Chance) => string
  onLedge: (tier: Tier, next: Tier, chance: Chance) => string
}

/** A place on a tier's top: `turn` goes around clockwise from 0 at the right to 1, `out` from its middle to its rim, 1. */
function placeOn(tier: Tier, turn: number, out: number): Point {
  const rim = rimOf(tier)
  const [x, y] = rim[Math.floor(turn * rim.length) % rim.length] ?? [tier.x, tier.y]
  return [tier.x + (x - tier.x) * out, tier.y + (y - tier.y) * out]
}

/** A place on a ledge: `out` goes from the foot of the tier above, 0, to the rim, 1. */
function placeBeside(tier: Tier, next: Tier, turn: number, out: number): Point {
  const [x, y] = placeOn(tier, turn, 1)
  const [nextX, nextY] = placeOn({ ...next, y: tier.y }, turn, 1)
  return [nextX + (x - nextX) * out, nextY + (y - nextY) * out]
}

/** Places around a tier's top, those at the back first. */
function ring(tier: Tier, count: number, out: number): Point[] {
  return Array.from({ length: count }, (_, at) => placeOn(tier, (at + 0.3) / count, out)).sort(
    (a, b) => a[1] - b[1],
  )
}

function put(id: string, [x, y]: Point, { size = 1, turn = 0 } = {}): string {
  return `<use href="#${id}" transform="translate(${short(x)} ${short(y)})rotate(${Math.round(turn)})scale(${size.toFixed(2)})"/>`
}

/** Some of a kind in the middle, some around them. */
function heap(
  ids: readonly string[],
  { around, size, turn }: { around: number; size: number; turn: number },
) {
  return (tier: Tier, chance: Chance): string => {
    const scale = size * (0.56 + tier.rx / 260)
    const outer = ring(tier, tier.rx > 150 ? around + 3 : around, 0.6)
    const up = tier.y - 12 * scale
    const inner: Point[] = [
      [tier.x - 19 * scale, up],
      [tier.x + 19 * scale, up + 1],
      [tier.x, up - 11 * scale],
      [tier.x, up + 8 * scale],
    ]
    const back = outer.filter(([, y]) => y < tier.y)
    const front = outer.filter(([, y]) => y >= tier.y)
    return [...back, ...inner, ...front]
      .map((place, at) =>
        put(ids[at % ids.length] ?? '', place, {
          size: scale * (0.94 + 0.12 * chance()),
          turn: (chance() - 0.5) * turn,
        }),
      )
      .join('')
  }
}

/** A few at the left of the ledge, and one at its right. */
function beside(ids: readonly string[], size: number) {
  return (tier: Tier, next: Tier, chance: Chance): string =>
    [0.43, 0.07, 0.38]
      .map((turn, at) =>
        put(ids[at % ids.length] ?? '', placeBeside(tier, next, turn, 0.55), {
          size: size * (0.85 + 0.15 * chance()),
          turn: (chance() - 0.5) * 40,
        }),
      )
      .join('')
}

const seeds = [
  [-7, -12],
  [0, -14],
  [7, -12],
  [-4, -5],
  [4, -5],
  [-10, -19],
  [10, -19],
  [0, 1],
].map(([x, y]) => `M${x} ${y}v1.6`)

const strawberry = `<g id="strawberry"><path d="M0 8C-8 4-17-8-16-18-15-26-6-28 0-26 6-28 15-26 16-18 17-8 8 4 0 8z" fill="#8e0f22"/><path d="M0 6C-7 2-15.5-8-14.5-18-13.5-25-6-26.5 0-24.5 6-26.5 13-24 13.5-17 14-8 7 2 0 6z" fill="url(#red)"/><path d="${seeds.join('')}" stroke="#ffe3a1" stroke-width="1.5" stroke-linecap="round"/><path d="M-9-20q-2 5-1 9" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".55"/><path d="M0-24c-3 5-9 5-12 2 3 0 5-2 6-4-3-1-5-3-6-6 4 0 8 1 10 4-1-3 0-6 2-8 2 2 3 5 2 8 2-3 6-4 10-4-1 3-3 5-6 6 1 2 3 4 6 4-3 3-9 3-12-2z" fill="#4f8a3a"/><path d="M-8-28q6 0 8 4 2-4 8-4" fill="none" stroke="#8fbf6c" stroke-width="1.2"/></g>`

function rose(id: string, [light, base, dark]: [string, string, string]): string {
  return `<g id="${id}"><path d="M-13 2q-12 2-15-6 9-6 17 0zM13 3q12 2 15-5-9-7-17-1z" fill="#6b9a52"/><circle cy="-5" r="16" fill="${dark}"/><path d="M-16-6C-17-18-8-22 0-21c9-1 17 5 16 15-4-6-8-7-16-7s-13 2-16 7z" fill="${base}"/><path d="M-16-4c2 10 9 14 16 14s14-4 16-14c-5 6-10 8-16 8s-11-2-16-8z" fill="${light}"/><path d="M-12-8c1 8 6 11 12 11s11-3 12-11c-3 4-7 6-12 6s-9-2-12-6z" fill="${base}"/><circle cy="-10" r="7.5" fill="${dark}"/><path d="M-7.5-11c0-5 4-7 8-7s7 3 7 7c-1 4-4 6-8 6s-7-2-7-6z" fill="${light}"/><path d="M-4-11c0-3 2-4 4-4 3 0 4.5 2 4 4.5-.5 2-2 3-4 3-1.5 0-2.6-.7-2.6-2 0-1 .8-1.7 2-1.6" fill="none" stroke="${dark}" stroke-width="1.7" stroke-linecap="round"/></g>`
}

function macaron(id: string, [light, base, dark]: [string, string, string]): string {
  return `<g id="${id}"><ellipse cy="6" rx="20" ry="6" fill="#4a2014" opacity=".2"/><path d="M-19-1h38q1 9-19 9T-19-1z" fill="${dark}"/><path d="M-18-1h36q0 7-18 7t-18-7z" fill="${base}"/><rect x="-19.5" y="-7" width="39" height="6.5" rx="3.2" fill="#fff6e6"/><rect x="-19.5" y="-4" width="39" height="3.5" rx="1.7" fill="#ecd6b6"/><path d="M-19.5-7C-21-17-10-21 0-21s21 4 19.5 14c-2 2.5-5 .5-6.5 1.500s-4 0-6.5 1-4.5-.5-6.5.5-4-1-6.5-.5-4 0-6.5-1-4.5 1-6.5-1.500z" fill="${base}"/><path d="M-19.5-7c-.1-1 0-2 .3-3 6 3 32 3 38.4 0 .3 1 .4 2 .3 3-2 2.5-5 .5-6.5 1.500s-4 0-6.5 1-4.5-.5-6.5.5-4-1-6.5-.5-4 0-6.5-1-4.5 1-6.5-1.500z" fill="${dark}" opacity=".6"/><path d="M-13-14c3-3 8-4 13-4" fill="none" stroke="${light}" stroke-width="3" stroke-linecap="round"/></g>`
}

function candle(id: string, light: string, dark: string): string {
  return `<g id="${id}"><ellipse cy="0" rx="7" ry="2.4" fill="#4a2014" opacity=".25"/><rect x="-4" y="-46" width="8" height="46" rx="2.5" fill="${light}"/><path d="M-4-36l8-5v5l-8 5zM-4-24l8-5v5l-8 5zM-4-12l8-5v5l-8 5z" fill="${dark}"/><path d="M2-45v44" stroke="#4a2014" stroke-width="3" opacity=".12"/><path d="M0-46v-5" stroke="#5a3a2c" stroke-width="1.5"/><circle cy="-57" r="17" fill="url(#glow)"/><path d="M0-70c5 7 6 10 5 14a5 5 0 0 1-10 0c-1-4 1-7 5-14z" fill="#ffab2e"/><path d="M0-62c2.5 4 3 5 2.5 7.500a2.6 2.6 0 0 1-5 0c-.5-2.5.5-4 2.5-7.500z" fill="#fff3b8"/></g>`
}

const candles = ['candleA', 'candleB', 'candleC'] as const
const rodColours = ['#e8476f', '#f6b42c', '#5fb7c9', '#7fb04f', '#fffaf0', '#a06cc0']

/** Little rods, one path for each colour. */
function rods(places: readonly Point[], chance: Chance): string {
  const paths = rodColours.map((colour, kind) => {
    const d = places
      .filter((_, at) => at % rodColours.length === kind)
      .map(([x, y]) => {
        const turn = chance() * Math.PI
        return `M${short(x)} ${short(y)}l${short(Math.cos(turn) * 6)} ${short(Math.sin(turn) * 4)}`
      })
    return `<path d="${d.join('')}" stroke="${colour}"/>`
  })
  return `<g fill="none" stroke-width="3.6" stroke-linecap="round">${paths.join('')}</g>`
}

const toppings: Record<Topping, Drawing> = {
  strawberries: {
    symbols: strawberry,
    onTop: heap(['strawberry'], { around: 8, size: 1, turn: 50 }),
    onLedge: beside(['strawberry'], 0.9),
  },
  roses: {
    symbols: `${rose('roseA', ['#ffd9dd', '#f4a9b4', '#d9768a'])}${rose('roseB', ['#fffaf0', '#fbe6cf', '#e2bd97'])}${rose('roseC', ['#f08aa2', '#d24d72', '#9f2450'])}`,
    onTop: heap(['roseA', 'roseC', 'roseB'], { around: 7, size: 1.02, turn: 30 }),
    onLedge: beside(['roseC', 'roseB', 'roseA'], 0.85),
  },
  macarons: {
    symbols: `${macaron('macaronA', ['#ffe3e6', '#f5adb9', '#d97f90'])}${macaron('macaronB', ['#f0f6d8', '#bdd494', '#8fab5f'])}${macaron('macaronC', ['#fdeec6', '#f3c870', '#cf9a37'])}${macaron('macaronD', ['#f3e9fa', '#c9aee0', '#9c7cba'])}`,
    onTop: heap(['macaronA', 'macaronB', 'macaronC', 'macaronD'], {
      around: 6,
      size: 0.94,
      turn: 24,
    }),
    onLedge: beside(['macaronB', 'macaronD', 'macaronA'], 0.75),
  },
  sprinkles: {
    symbols: '',
    onTop: (tier, chance) =>
      rods(
        Array.from({ length: 90 }, () => placeOn(tier, chance(), 0.9 * Math.sqrt(chance()))),
        chance,
      ),
    onLedge: (tier, next, chance) =>
      rods(
        Array.from({ length: 48 }, () =>
          placeBeside(tier, next, chance() * 0.54, 0.3 + 0.55 * chance()),
        ),
        chance,
      ),
  },
  candles: {
    symbols: `${candle('candleA', '#fff6f4', '#e8728c')}${candle('candleB', '#f4fafc', '#5fa9c4')}${candle('candleC', '#fffaf0', '#e5a52c')}`,
    onTop: (tier) =>
      ring(tier, tier.rx > 120 ? 7 : 5, 0.58)
        .map((place, at) => put(candles[at % 3] ?? '', place))
        .join(''),
    onLedge: () => '',
  },
}
