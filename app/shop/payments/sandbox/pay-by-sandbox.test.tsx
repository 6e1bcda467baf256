import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SandboxFields } from './pay-by-sandbox.tsx'
import { type Means, testMethods } from './sandbox-methods.ts'

const fieldsOf = (means: Means, error: string | null = null) =>
  renderToStaticMarkup(<SandboxFields means={means} onChange={() => {}} error={error} />)
const inputsOf = (markup: string) => markup.match(/<input[^>]*>/g) ?? []

test('the card field is one group of three inputs, each under its label and known to autofill', () => {
  const markup = fieldsOf('card')
  expect(markup).toMatch(/^<fieldset.*<legend/)
  const labels = [...markup.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)</g)]
  const inputs = inputsOf(markup)
  expect(labels.map(([, , label]) => label)).toEqual(['Card number', 'Expiry date', 'CVC'])
  expect(inputs.map((input) => /autoComplete="([^"]+)"/i.exec(input)?.[1])).toEqual([
    'cc-number',
    'cc-exp',
    'cc-csc',
  ])
  labels.forEach(([, id], index) => {
    expect(inputs[index]).toContain(`id="${id}"`)
    expect(inputs[index]).toContain('inputMode="numeric"')
  })
})

test.each(['card', 'upi'] as const)(
  'the fields of %s say that no money moves, list what works, and have no names, so that no form can send them',
  (means) => {
    const markup = fieldsOf(means)
    expect(markup).toContain('no money moves')
    for (const { text } of testMethods[means]) expect(markup).toContain(text)
    for (const input of inputsOf(markup)) expect(input).not.toMatch(/\sname=/)
  },
)

test('an error is tied to the input that it is about', () => {
  const markup = fieldsOf('card', 'Your card was declined.')
  const id = /id="([^"]+)"[^>]*>Your card was declined\./.exec(markup)?.[1]
  expect(id).toBeDefined()
  const inputs = inputsOf(markup)
  expect(inputs[0]).toContain(`aria-describedby="${id}"`)
  expect(inputs.filter((input) => input.includes('aria-invalid="true"'))).toHaveLength(1)
  expect(fieldsOf('card')).not.toContain('aria-describedby')
})
