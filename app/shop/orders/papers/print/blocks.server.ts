import type { Align, TextStyle, Typesetter } from './typesetter.server.ts'

/** Has a known height and can be drawn anywhere on a page; points from the top. */
export interface Block {
  height: number
  draw(top: number): void
}

export const colours = {
  cocoa: '#35201b',
  soft: '#7a6058',
  berry: '#b0224e',
  blush: '#fbe7e3',
  line: '#eddfd6',
}

export const page = { width: 595.28, height: 841.89, margin: 44, bottom: 62 }
export const contentWidth = page.width - 2 * page.margin

export const styles = {
  body: { face: 'text', size: 8.5, colour: colours.cocoa },
  strong: { face: 'strong', size: 8.5, colour: colours.cocoa },
  soft: { face: 'text', size: 8, colour: colours.soft },
  figures: { face: 'text', size: 8.5, colour: colours.cocoa, figures: true },
  strongFigures: { face: 'strong', size: 8.5, colour: colours.cocoa, figures: true },
  label: { face: 'strong', size: 7, colour: colours.berry },
  title: { face: 'display', size: 24, colour: colours.berry },
} as const satisfies Record<string, TextStyle>

/** Empty text takes no room. */
export function textBlock(
  set: Typesetter,
  text: string,
  style: TextStyle,
  place: { x: number; width: number; align?: Align; maxLines?: number },
): Block {
  const paragraph = set.paragraph(text, style, place.width, place.maxLines)
  return {
    height: paragraph.height,
    draw: (top) => set.draw(paragraph, place.x, top, place.align),
  }
}

/** Vertically, with `gap` between the blocks. */
export function stacked(blocks: readonly Block[], gap = 0): Block {
  const shown = blocks.filter(({ height }) => height > 0)
  const height = shown.reduce((sum, block) => sum + block.height + gap, shown.length > 0 ? -gap : 0)
  return {
    height,
    draw(top) {
      let y = top
      for (const block of shown) {
        block.draw(y)
        y += block.height + gap
      }
    },
  }
}

/** Side by side, aligned at the top. */
export function beside(blocks: readonly Block[]): Block {
  return {
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    draw: (top) => {
      for (const block of blocks) block.draw(top)
    },
  }
}

export function padded(block: Block, above: number, below = above): Block {
  return {
    height: above + block.height + below,
    draw: (top) => block.draw(top + above),
  }
}

/** A hairline across the page, or from `x` on. */
export function hairline(
  { doc }: Typesetter,
  top: number,
  { x = page.margin, width = contentWidth, colour = colours.line as string, weight = 0.75 } = {},
) {
  doc
    .moveTo(x, top)
    .lineTo(x + width, top)
    .lineWidth(weight)
    .strokeColor(colour)
    .stroke()
}
