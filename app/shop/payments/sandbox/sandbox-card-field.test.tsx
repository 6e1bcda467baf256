import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SandboxCardField } from './sandbox-card-field.tsx'
import { testCards } from './sandbox-cards.ts'

const html = (error: string | null = null) =>
  renderToStaticMarkup(<SandboxCardField onChange={() => {}} error={error} />)
const inputsOf = (markup: string) => markup.match(/<input[^>]*>/g) ?? []

describe('the card field', () => {
  test('is one group of three inputs, each under its label and known to autofill', () => {
    const markup = html()
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

  test('has no names, so that no form can send a card number', () => {
    for (const input of inputsOf(html())) expect(input).not.toMatch(/\sname=/)
  })

  test('says that no money moves and lists every test card', () => {
    const markup = html()
    expect(markup).toContain('no money moves')
    for (const { number } of testCards) expect(markup).toContain(number)
  })

  test('ties an error to its inputs', () => {
    const markup = html('Your card was declined.')
    const id = /id="([^"]+)"[^>]*>Your card was declined\./.exec(markup)?.[1]
    expect(id).toBeDefined()
    const inputs = inputsOf(markup)
    for (const input of inputs) expect(input).toContain(`aria-describedby="${id}"`)
    expect(inputs.filter((input) => input.includes('aria-invalid="true"'))).toHaveLength(1)
    expect(html()).not.toContain('aria-describedby')
  })
})
