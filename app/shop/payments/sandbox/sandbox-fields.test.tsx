import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SandboxCardField, UpiField } from './sandbox-fields.tsx'
import { testCards, testUpiIds } from './test-methods.ts'

const cardField = (error: string | null = null) =>
  renderToStaticMarkup(<SandboxCardField onChange={() => {}} error={error} />)
const inputsOf = (markup: string) => markup.match(/<input[^>]*>/g) ?? []

test('the card field is one group of three inputs, each under its label and known to autofill', () => {
  const markup = cardField()
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

test.each([
  ['card', cardField(), testCards],
  ['UPI', renderToStaticMarkup(<UpiField onChange={() => {}} />), testUpiIds],
] as const)(
  'the %s field says that no money moves, lists what works, and has no names, so that no form can send it',
  (_, markup, methods) => {
    expect(markup).toContain('no money moves')
    for (const { text } of methods) expect(markup).toContain(text)
    for (const input of inputsOf(markup)) expect(input).not.toMatch(/\sname=/)
  },
)

test('an error is tied to the inputs of the card', () => {
  const markup = cardField('Your card was declined.')
  const id = /id="([^"]+)"[^>]*>Your card was declined\./.exec(markup)?.[1]
  expect(id).toBeDefined()
  const inputs = inputsOf(markup)
  for (const input of inputs) expect(input).toContain(`aria-describedby="${id}"`)
  expect(inputs.filter((input) => input.includes('aria-invalid="true"'))).toHaveLength(1)
  expect(cardField()).not.toContain('aria-describedby')
})
