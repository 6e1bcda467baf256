import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { KeptMarkup, MarkupKeeper } from '#ui/kept-markup.tsx'
import { createMarkupKeeper } from './kept-markup.server.ts'

let rendered = 0

function Name({ of }: { of: string }) {
  rendered += 1
  return (
    <p>
      {of} for {rendered >= 0 && '₹850'}
    </p>
  )
}

const cards = (names: string[]) => (
  <main>
    {names.map((name) => (
      <KeptMarkup key={name} as="article" className="card" by={['name', name]}>
        <Name of={name} />
        <b>{name}</b>
      </KeptMarkup>
    ))}
    <p>{'<!--kept 0-->'}</p>
  </main>
)

function page(names: string[]): string {
  const { keep, fill } = createMarkupKeeper()
  const markup = renderToString(<MarkupKeeper value={keep}>{cards(names)}</MarkupKeeper>)
  return Buffer.concat(fill(markup)).toString()
}

describe('kept markup', () => {
  it('is what React would have written, and no text of a visitor stands for it', () => {
    const names = ['Rose', '<!--kept 1-->', 'Mango']
    expect(page(names)).toBe(renderToString(cards(names)))
    expect(page(names)).toContain('<p>&lt;!--kept 0--&gt;</p>')
  })

  it('is made once, in whatever order pages show it', () => {
    page(['Lemon', 'Cocoa'])
    const before = rendered
    expect(page(['Cocoa', 'Lemon', 'Cocoa2'])).toMatch(/Cocoa.*Lemon.*Cocoa2/)
    expect(rendered).toBe(before + 1)
  })
})
