import { describe, expect, it } from 'vitest'
import { checkSameOrigin } from './api-guards.server.ts'

const ask =
  (headers: Record<string, string>, publicUrl = 'https://cakewala.example') =>
  () =>
    checkSameOrigin(new Headers(headers), publicUrl)

describe('let through', () => {
  it.each<[string, Record<string, string>]>([
    ['a client without a browser', {}],
    [
      'the shop’s own page',
      { origin: 'https://cakewala.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['the address it was reached by', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('%s', (_, headers) => {
    expect(ask(headers)).not.toThrow()
  })

  it('the public address, whatever follows its host', () => {
    expect(
      ask({ origin: 'https://cakewala.example' }, 'https://cakewala.example/shop'),
    ).not.toThrow()
  })
})

describe('forbidden', () => {
  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a longer name', { origin: 'https://cakewala.example.evil.example' }],
    ['a shorter name', { origin: 'https://wala.example' }],
    ['another port', { origin: 'https://cakewala.example:8443' }],
    ['the same name without TLS', { origin: 'http://cakewala.example' }],
    ['a page that hides where it is from', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['what the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    [
      'what the browser calls cross-site, with an origin of ours',
      { origin: 'https://cakewala.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['a host that is not the origin', { origin: 'http://evil.example', host: '10.0.0.5:3000' }],
  ])('%s', (_, headers) => {
    expect(ask(headers)).toThrow('Requests from another site are not allowed.')
  })
})
