import { createRequire } from 'node:module'
import type { NotoScript } from './scripts.ts'

const resolve = createRequire(import.meta.url).resolve

/** The file of Noto Sans (WOFF) that draws a script. */
export function notoFile(script: NotoScript, weight: 400 | 600): string {
  const wholeAlphabets = ['latin-ext', 'greek', 'cyrillic'].includes(script)
  const family = wholeAlphabets ? 'noto-sans' : `noto-sans-${script}`
  return resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)
}
