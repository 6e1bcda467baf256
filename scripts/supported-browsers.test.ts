import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { firstScript } from '../app/serving/first-script.ts'
import { javascript } from './browser-compat.ts'
import { oldestSupported } from './supported-browsers.ts'

it('the first script asks for a function that is as new as the oldest supported browsers', () => {
  const [, owner = '', member = ''] =
    /window\.(\w+) && \w+\.prototype\.(\w+)\)/.exec(firstScript) ?? []
  expect(javascript.builtins?.[owner]?.[member]?.__compat?.support).toMatchObject(
    Object.fromEntries(
      Object.entries(oldestSupported).map(([name, version_added]) => [name, { version_added }]),
    ),
  )
})

it('the first script is one that Internet Explorer 9 understands', () => {
  expect(firstScript).not.toMatch(
    /=>|\b(?:let|const|class|async)\b|\?\.|\?\?|`|catch \{|globalThis/,
  )
})

it('README.md names the oldest supported browsers', () => {
  const { safari, chrome, firefox } = oldestSupported
  const line = `Safari ${safari}, Chrome and Android WebView ${chrome}, Firefox ${firefox}`
  expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain(line)
})
