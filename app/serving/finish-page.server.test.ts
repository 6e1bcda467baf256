import { describe, expect, it } from 'vitest'
import { finishPage } from './finish-page.server.ts'

const markup =
  '<html><head><link rel="modulepreload" href="/a.js"/><style id="css"></style><script>first()</script></head>' +
  '<body><p>₹850 a $& cake</p><script type="module" async="">start()</script></body></html>'
const parts = {
  markup,
  fill: (text: string) => [Buffer.from(text)],
  data: Buffer.from('["Rose"]\n'),
  css: Buffer.from('p{}'),
  scriptsLast: true,
}

const textOf = (changed: Partial<typeof parts> = {}) =>
  finishPage({ ...parts, ...changed }).html.toString()

describe('a finished page', () => {
  it('is a whole document with its stylesheet and with what its loaders read', () => {
    const html = textOf()
    expect(html).toMatch(/^<!DOCTYPE html><html>.*<\/body><\/html>$/s)
    expect(html).toContain('<style id="css">p{}</style>')
    expect(html).toContain('<p>₹850 a $& cake</p>')
    expect(html).toContain('<script type="application/json" id="page-data">["Rose"]\n</script>')
  })

  it('lets no text of a cake end what it stands in, and gives it back as it was', () => {
    const name = '</script><script>steal()</script><!-- ₹'
    const { html, scripts } = finishPage({ ...parts, data: Buffer.from(JSON.stringify([name])) })
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(html.toString()) ?? []
    expect(JSON.parse(data)).toEqual([name])
    expect(scripts.join()).not.toContain('steal')
  })

  it('names every script that is run, and no data', () => {
    const { html, scripts } = finishPage(parts)
    expect(scripts.slice(0, 2)).toEqual(['first()', 'start()'])
    expect(scripts).toHaveLength(3)
    for (const script of scripts) expect(html.toString()).toContain(`>${script}</script>`)
  })

  it('waits with its scripts, or has them as they were made', () => {
    expect(textOf()).toContain('<link rel="later" href="/a.js"/>')
    expect(textOf()).toContain('<script type="later">start()</script>')
    const atOnce = textOf({ scriptsLast: false })
    expect(atOnce).toContain('<link rel="modulepreload" href="/a.js"/>')
    expect(atOnce).toContain('<script type="module" async="">start()</script>')
  })

  it('has the same scripts whatever it shows', () => {
    const other = finishPage({ ...parts, data: Buffer.from('["Mango"]\n') })
    expect(other.scripts).toEqual(finishPage(parts).scripts)
  })
})
