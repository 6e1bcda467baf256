import { readFileSync } from 'node:fs'

/** Makes `import html from 'docs/owner.md'` the handbook as a page shows it, with its pictures among the built files. */
export function handbook() {
  return {
    name: 'handbook',
    enforce: 'pre' as const,
    load(id: string) {
      if (!id.endsWith('/docs/owner.md')) return null
      const pictures: string[] = []
      const html = toHtml(readFileSync(id, 'utf8'), (address) => {
        pictures.push(address)
        return `\${picture${pictures.length - 1}}`
      })
      const imports = pictures.map(
        (address, index) =>
          `import picture${index} from '${new URL(address, `file://${id}`).pathname}?url'\n`,
      )
      return `${imports.join('')}export default \`${html}\``
    },
  }
}

/**
 * The part of Markdown that the handbook uses: headings, paragraphs, lists, pictures, links, bold, emphasis and code. Its
 * pictures stand on lines of their own. Links to other documents are only their text: the panel does not have them.
 */
export function toHtml(markdown: string, pictureAt: (address: string) => string): string {
  const blocks = markdown.trim().split(/\n{2,}/)
  const inline = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('`', '&#96;')
      .replaceAll('$', '&#36;')
      .replaceAll('\\', '&#92;')
      .replace(/!\[([^\]]*)\]\(([^)]+)\)/g, (_, alt: string, address: string) => {
        return `<img src="${pictureAt(address)}" alt="${alt}" loading="lazy">`
      })
      .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/\b_([^_]+)_\b/g, '<em>$1</em>')
      .replace(/&#96;(.+?)&#96;/g, '<code>$1</code>')
  return blocks.map((block) => blockOf(block, inline)).join('\n')
}

const marker = /^(?:-|\d+\.) /

function blockOf(block: string, inline: (text: string) => string): string {
  const level = /^#+(?= )/.exec(block)?.[0].length
  if (level) return `<h${level}>${inline(block.slice(level + 1))}</h${level}>`
  if (!marker.test(block)) return `<p>${inline(block)}</p>`
  const list = block.startsWith('-') ? 'ul' : 'ol'
  const items = block.split(/^(?:-|\d+\.) /m).filter(Boolean)
  return `<${list}>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</${list}>`
}
