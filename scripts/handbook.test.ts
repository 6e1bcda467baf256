import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toHtml } from './handbook.ts'

const page = (markdown: string) => toHtml(markdown, (address) => `/built/${address}`)

it.each([
  ['# The handbook', '<h1>The handbook</h1>'],
  [
    'Press **Save** & wait,\n_then_ `log in`.',
    '<p>Press <strong>Save</strong> &amp; wait,\n<em>then</em> <code>log in</code>.</p>',
  ],
  ['- One\n  of two\n- Two', '<ul><li>One\n  of two</li><li>Two</li></ul>'],
  ['1. One\n2. Two', '<ol><li>One</li><li>Two</li></ol>'],
  ['See [roles](roles.md).', '<p>See roles.</p>'],
  ['![A run](run.webp)', '<p><img src="/built/run.webp" alt="A run" loading="lazy"></p>'],
  ['<script>', '<p>&lt;script></p>'],
])('%s', (markdown, html) => expect(page(markdown)).toBe(html))

it('nothing of the handbook is left as Markdown, and its pictures are there', () => {
  const pictures: string[] = []
  const html = toHtml(readFileSync('docs/owner.md', 'utf8'), (address) => {
    pictures.push(address)
    return address
  })
  expect(html).not.toMatch(/\*\*|\]\(|^- |^#|[`$\\]|&lt;/m)
  expect(html.match(/<h2>/g)?.length).toBeGreaterThan(8)
  expect(pictures.filter((address) => !existsSync(`docs/${address}`))).toEqual([])
})
