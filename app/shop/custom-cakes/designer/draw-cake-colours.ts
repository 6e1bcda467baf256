import type { CakeDesign } from '../cake-design.ts'

/** A colour in three lights. */
export interface Shades {
  light: string
  base: string
  dark: string
}

export const icings: Record<CakeDesign['colour'], Shades> = {
  vanilla: { light: '#fffaee', base: '#fbeccb', dark: '#e3c490' },
  blush: { light: '#fff0ee', base: '#f9cfcd', dark: '#dd9a9c' },
  saffron: { light: '#ffe9b8', base: '#f7bf5b', dark: '#d18c22' },
  pistachio: { light: '#f1f7dc', base: '#cfdfa3', dark: '#98ae68' },
  sky: { light: '#eff8fd', base: '#bddff0', dark: '#82afca' },
  lavender: { light: '#f6effb', base: '#d9c6ea', dark: '#a78fc2' },
  velvet: { light: '#d9566a', base: '#b2243f', dark: '#780f27' },
  chocolate: { light: '#a9795c', base: '#76492f', dark: '#4a2818' },
}

/** What runs down the sides; `none` is never drawn. */
export const glazes: Record<Exclude<CakeDesign['drip'], 'none'>, Shades> = {
  chocolate: { light: '#7d4a33', base: '#4b2518', dark: '#2e140c' },
  caramel: { light: '#efb25c', base: '#c97a2b', dark: '#95501a' },
  berry: { light: '#d9467a', base: '#a81c4d', dark: '#74102f' },
  white: { light: '#ffffff', base: '#fff6e8', dark: '#dfc9ac' },
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
