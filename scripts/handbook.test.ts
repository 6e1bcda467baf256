import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toHtml } from './handbook.ts'

const page = (markdown: string) => toHtml(markdown, (address) => `/built/${address}`)

it('shows pictures at their built addresses, and of links only their text', () => {
  expect(page('![A run](run.webp)')).toBe(
    '<p><img src="/built/run.webp" alt="A run" loading="lazy"></p>\n',
  )
  expect(page('See [**roles**](roles.md).')).toBe('<p>See <strong>roles</strong>.</p>\n')
})

it('nothing of the handbook is left as Markdown, and its pictures are there', () => {
  const pictures: string[] = []
  const html = toHtml(readFileSync('docs/owner.md', 'utf8'), (address) => {
    pictures.push(address)
    return address
  })
  expect(html).not.toMatch(/\*\*|\]\(|^- |^#|[`$\\]|&lt;|<a /m)
  expect(html.match(/<h2>/g)?.length).toBeGreaterThan(8)
  expect(pictures.filter((address) => !existsSync(`docs/${address}`))).toEqual([])
})
