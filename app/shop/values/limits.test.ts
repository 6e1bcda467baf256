import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limits } from './limits.server.ts'

const sources = globSync('app/shop/**/*.server.{ts,tsx}', {
  exclude: (name) => name.endsWith('limits.server.ts'),
}).map((file) => readFileSync(file, 'utf8'))
const code = sources.join('\n')

it('what the shop counts is a limit, and each limit is counted', () => {
  const attempts = [...code.matchAll(/\.(?:attempt|tryAttempt|count|isReached)\(\s*(.*)/g)]
  const names = attempts.flatMap(([, rest = '']) => [...rest.matchAll(/'([a-z-]+)'/g)])
  const unknown = names.map(([, name = '']) => name).filter((name) => !(name in limits))
  expect(unknown).toEqual([])
  // It has a method of its own.
  const counted = new Set(['write', ...quoted(code)])
  const unused = Object.keys(limits).filter((name) => !counted.has(name))
  expect(unused).toEqual([])
})

const quoted = (text: string) =>
  [...text.matchAll(/'([a-z-]+)'|limits\.(\w+)/g)].map(([, name, key]) => name ?? key)

it('the operator’s book lists them', () => {
  const book = readFileSync('docs/operations.md', 'utf8').replaceAll('\n  ', ' ')
  const listed = book.split('\n').filter((line) => /^- .+ per .+: `[a-z-]+`/.test(line))
  const namesOf = new Map<string, string[]>()
  for (const [name, { max, seconds, per }] of Object.entries(limits)) {
    const rule = `${max.toLocaleString('en')}${timeOf(seconds)} per ${per}`
    namesOf.set(rule, [...(namesOf.get(rule) ?? []), `\`${name}\``])
  }
  expect(listed).toEqual([...namesOf].map(([rule, names]) => `- ${rule}: ${names.join(', ')}`))
})

/** The book names no time where it is 15 minutes. */
function timeOf(seconds: number): string {
  if (seconds === 15 * 60) return ''
  if (seconds === 60) return ' in a minute'
  return seconds === 60 * 60 ? ' in an hour' : ' in a day'
}
