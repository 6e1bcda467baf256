import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'

/** Makes `import html from 'docs/owner.md'` the handbook as a page shows it, with its pictures among the built files. */
export function handbook() {
  return {
    name: 'handbook',
    enforce: 'pre' as const,
    load(id: string) {
      if (!id.endsWith('/docs/owner.md')) return null
      const pictures: string[] = []
      const html = toHtml(readFileSync(id, 'utf8'), (address) => {
        pictures.push(`import picture${pictures.length} from '${join(dirname(id), address)}?url'\n`)
        return `{picture${pictures.length - 1}}`
      })
      const text = JSON.stringify(html).replaceAll(/\{(picture\d+)\}/g, '" + $1 + "')
      return `${pictures.join('')}export default ${text}`
    },
  }
}

/** Links to other documents are only their text: the panel does not have them. */
export function toHtml(markdown: string, pictureAt: (address: string) => string): string {
  const marked = new Marked({
    async: false,
    renderer: {
      image: ({ href, text }) => `<img src="${pictureAt(href)}" alt="${text}" loading="lazy">`,
      link({ tokens }) {
        return this.parser.parseInline(tokens)
      },
    },
  })
  return marked.parse(markdown, { async: false })
}
