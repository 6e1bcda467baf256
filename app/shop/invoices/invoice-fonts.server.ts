import { readFileSync } from 'node:fs'
import { notoFile } from '#shop/values/noto-fonts.server.ts'
import figtree from './fonts/figtree-400.woff?inline'
import figtreeStrong from './fonts/figtree-600.woff?inline'
import fraunces from './fonts/fraunces-600.woff?inline'
import type { Script } from './text-runs.ts'

/** How a text stands out: the body, what is strong in it, and headings. */
export type Face = 'text' | 'strong' | 'display'

const ownFaces = { text: figtree, strong: figtreeStrong, display: fraunces }
const read = new Map<string, Uint8Array>()

/** The bytes of the font that draws a script in a face; read when first needed, then kept. */
export function fontBytes(face: Face, script: Script): Uint8Array {
  const key = fontName(face, script)
  const known = read.get(key)
  if (known) return known
  const bytes =
    script === 'own'
      ? inlined(ownFaces[face])
      : readFileSync(notoFile(script, face === 'text' ? 400 : 600))
  read.set(key, bytes)
  return bytes
}

export function fontName(face: Face, script: Script): string {
  return `${face}-${script}`
}

/** From a data: address, as the build leaves a font that is part of our sources. */
function inlined(dataUrl: string): Uint8Array {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
