import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { css, isLacking } from '../../scripts/browser-compat.ts'

// What the build's targets do not see, in what is built for the oldest supported browsers.

test('no script has a regular expression with a look behind, a mode within it, or sets of signs', () => {
  const found = globSync('build/client/assets/*.js').flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    // Also in the texts that others are made of.
    const parts = code.match(/.{0,20}\(\?(?:<[=!]|[ims]*-?[ims]+:).{0,20}/g) ?? []
    return [...parts, ...regularExpressionsOfSets(file, code)]
  })
  expect(found).toEqual([])
})

function regularExpressionsOfSets(file: string, code: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex.flags.includes('v')) found.push(node.regex.pattern)
    },
  })
  visitor.visit(parseSync(file, code).program)
  return found
}

/** What changes only a look or a comfort where it is known. */
const decoration = new Set([
  ...['@page', '@starting-style', '-webkit-tap-highlight-color', 'accent-color', 'field-sizing'],
  ...['forced-color-adjust', 'overscroll-behavior', 'overscroll-behavior-x', 'resize'],
  ...['scroll-initial-target', 'scrollbar-gutter', 'scrollbar-width', 'text-wrap'],
])

test('the styles have nothing but decoration that they do not know', () => {
  const styles = globSync('build/client/assets/*.css').map((file) => readFileSync(file, 'utf8'))
  const properties: string[] = styles.join().match(/(?<=[{;])-?[a-z][a-z-]*(?=:)/g) ?? []
  const rules = styles.join().match(/@[a-z-]+/g) ?? []
  const lacking = [...new Set([...properties, ...rules])].filter(
    (name) => isUnknown(name) && !properties.includes(`-webkit-${name}`),
  )
  expect(lacking.filter((name) => !decoration.has(name))).toEqual([])
})

function isUnknown(name: string): boolean {
  const feature = name.startsWith('@') ? css['at-rules']?.[name.slice(1)] : css.properties?.[name]
  return feature !== undefined && isLacking(feature)
}
