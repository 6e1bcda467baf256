import { renderToStaticMarkup } from 'react-dom/server'
import { outlinesOf } from './icing-outlines.server.ts'
import { IcingPlaque, thickening } from './icing-plaque.tsx'
import { type IcingLayout, layOutIcing } from './lay-out-icing.ts'

/** The icing of a tidied name as an SVG of outlines, which needs no fonts and holds no text. `width` in pixels. */
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
