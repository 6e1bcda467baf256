import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import { outlinesOf } from './icing-outlines.server.ts'
import { IcingPlaque, thickening } from './icing-plaque.tsx'
import { canBeDrawn } from './icing-scripts.ts'
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

interface LineProps {
  line: IcingLayout['lines'][number]
  size: number
}

function Line({ line, size }: LineProps) {
  const { outlines, width } = outlinesOf(line.text)
  // A face that is wider than was reckoned is drawn narrower.
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
