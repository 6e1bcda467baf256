import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import { lettersOf } from '#ui/forms/letters.ts'
import { IcingPlaque, thickening } from './icing-drawing.tsx'
import { canBeDrawn, type IcingScript, icingScriptOf } from './icing-scripts.ts'
import { type IcingLayout, layOutIcing } from './lay-out-icing.ts'
import { normaliseName } from './name-on-cake.ts'

const side = 480

/**
 * A picture of the shop with a name piped onto it, for mails, which draw nothing themselves: a square JPEG 480 px wide,
 * or null if the picture is gone or not the shop's. Names that the fonts cannot draw are not drawn.
 */
export async function drawIcedPicture(
  files: FileStore,
  { address, name }: { address: string; name: string },
): Promise<Buffer | null> {
  const bytes = await largestFile(files, address)
  if (!bytes) return null
  const tidy = normaliseName(name)
  const icing = tidy && canBeDrawn(tidy) ? [{ input: Buffer.from(icedSvg(tidy, side)) }] : []
  return sharp(bytes)
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .composite(icing)
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Small originals have only the smallest width. */
async function largestFile(files: FileStore, address: string) {
  const id = pictureIdFromPath(address)
  if (!id) return null
  for (const width of [640, 320]) {
    const bytes = await files.get(fileKey(picturePath(id, width, 'webp')))
    if (bytes) return bytes
  }
  return null
}

/** The icing of a normalised name as an SVG of outlines, without text or fonts. `width` in pixels. */
export function icedSvg(name: string, width: number): string {
  const layout = layOutIcing(name)
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      aria-hidden="true"
      viewBox="0 0 100 100"
      width={width}
      height={width}
    >
      <IcingPlaque layout={layout}>
        {layout.lines.map((line) => (
          <Line key={line.y} line={line} size={layout.size} />
        ))}
      </IcingPlaque>
    </svg>,
  )
}

function Line({ line, size }: { line: IcingLayout['lines'][number]; size: number }) {
  const { outlines, width } = outlinesOf(line.text)
  // A face that is wider than the layout calculated is drawn narrower.
  const narrowed = Math.min(1, line.width / (width * size))
  const left = line.x - (width * size * narrowed) / 2
  return (
    <g transform={`translate(${left} ${line.y}) scale(${size * narrowed} ${size})`}>
      {outlines.map(({ path, scale, x, y }) => (
        <path
          key={`${x} ${y}`}
          d={path}
          transform={`translate(${x} ${y}) scale(${scale} ${-scale})`}
          strokeWidth={thickening / scale}
          strokeLinejoin="round"
        />
      ))}
    </g>
  )
}

const resolve = createRequire(import.meta.url).resolve
const loadedFonts = new Map<IcingScript, Font>()

/** One letter's outline, in units of 1 for the font's size, its y downwards. */
interface Outline {
  path: string
  /** Where it begins, from the start of its line. */
  x: number
  y: number
  /** What makes the path's units to those of the font's size. */
  scale: number
}

/** A line shaped into outlines, as browsers shape text, and how wide it is in its own size. */
export function outlinesOf(line: string): { outlines: Outline[]; width: number } {
  const outlines: Outline[] = []
  let width = 0
  for (const { script, text } of runsOf(line)) {
    const font = fontOf(script)
    const scale = 1 / font.unitsPerEm
    const { glyphs, positions } = shapeText(font, text)
    for (const [place, glyph] of glyphs.entries()) {
      const at = positions[place]
      if (!at) continue
      const path = glyph.path.toSVG()
      const [x, y] = [width + at.xOffset * scale, -at.yOffset * scale]
      if (path) outlines.push({ path, scale, x, y })
      width += at.xAdvance * scale
    }
  }
  return { outlines, width }
}

/** The shaper fails for fonts without anchors for marks: there, marks stand where they are drawn. */
function shapeText(font: Font, text: string) {
  try {
    return font.layout(text)
  } catch {
    return font.layout(text, { mark: false, mkmk: false, abvm: false, blwm: false })
  }
}

/** Parts of a line that one font draws; what no font here draws is left out. */
function runsOf(line: string) {
  const runs: { script: IcingScript; text: string }[] = []
  for (const letter of lettersOf(line)) {
    const script = icingScriptOf(letter)
    const last = runs.at(-1)
    if (last && last.script === script) last.text += letter
    else if (script) runs.push({ script, text: letter })
  }
  return runs
}

function fontOf(script: IcingScript): Font {
  const loaded = loadedFonts.get(script)
  if (loaded) return loaded
  const font = create(readFileSync(fileOf(script)))
  if (!('layout' in font)) throw new Error(`not one font: ${script}`)
  loadedFonts.set(script, font)
  return font
}

function fileOf(script: IcingScript): string {
  const isAmita = script === 'latin' || script === 'latin-ext' || script === 'devanagari'
  if (isAmita) return resolve(`@fontsource/amita/files/amita-${script}-700-normal.woff2`)
  const family = script === 'greek' || script === 'cyrillic' ? 'noto-sans' : `noto-sans-${script}`
  return resolve(`@fontsource/${family}/files/${family}-${script}-600-normal.woff`)
}
