import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  contentSecurityPolicy,
  inlineScripts,
  permissionsPolicy,
  securityHeaders,
} from './security-headers.server.ts'

const none = { scripts: [], frames: [], connections: [] }
const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const textsIn = (html: string) => inlineScripts(html).map(({ text }) => text)

function directive(name: string, html: string, sources = none): string[] {
  const policy = contentSecurityPolicy(textsIn(html), sources)
  const found = policy.split('; ').find((one) => one.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

describe('the policy of a page', () => {
  it('allows its inline scripts, byte by byte, and nothing else inline', () => {
    const first = 'document.documentElement.dataset.user = "₹"'
    const second = '\n  start()\n'
    const html = `<script>${first}</script><script type="module" async>${second}</script>`
    expect(directive('script-src', html)).toEqual(["'self'", hashOf(first), hashOf(second)])
  })

  it('knows a hash by heart', () => {
    expect(directive('script-src', '<script>alert(1)</script>')).toContain(
      "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
    )
  })

  it('leaves scripts with an address to their origin', () => {
    const html = '<script src="/a.js"></script><script type="module" src="/b.js"></script>'
    expect(directive('script-src', html)).toEqual(["'self'"])
  })

  it('does not speak of data', () => {
    const html =
      '<script type="application/json" id="a">[1]</script><script type="application/ld+json">{}</script>'
    expect(directive('script-src', html)).toEqual(["'self'"])
  })

  it('takes a script for inline whose attributes merely speak of a source', () => {
    const html = '<script data-src="/a.js">go()</script>'
    expect(directive('script-src', html)).toEqual(["'self'", hashOf('go()')])
  })

  it('never allows everything inline, or text as code', () => {
    const policy = contentSecurityPolicy(textsIn('<script>x</script><p onclick="y()">'), none)
    expect(directive('script-src', policy)).not.toContain("'unsafe-inline'")
    expect(policy).not.toContain('unsafe-eval')
    for (const closed of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy.split('; ')).toContain(closed)
    }
  })

  it('frames and calls only what is listed', () => {
    expect(directive('frame-src', '')).toEqual(["'none'"])
    expect(directive('connect-src', '')).toEqual(["'self'"])
    const sources = {
      scripts: ['https://code.example'],
      frames: ['https://map.example'],
      connections: ['https://form.example'],
    }
    expect(contentSecurityPolicy([], sources).split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://code.example",
        'frame-src https://map.example',
        "connect-src 'self' https://form.example",
      ]),
    )
  })
})

it('asking the browser for a payment is for nobody, or for the page and the listed origins', () => {
  expect(permissionsPolicy([])).toContain('payment=()')
  expect(permissionsPolicy(['https://pay.example'])).toContain(
    'payment=(self "https://pay.example")',
  )
})

describe('the headers of every response', () => {
  const headersAt = (publicUrl: string) => new Headers(securityHeaders(publicUrl))

  it('ask for TLS for ever only where there is TLS', () => {
    expect(headersAt('https://cakewala.example').has('strict-transport-security')).toBe(true)
    expect(headersAt('http://localhost:3000').has('strict-transport-security')).toBe(false)
  })

  it('forbid to guess a type, to frame, and to use it from another site', () => {
    expect(Object.fromEntries(headersAt('http://localhost'))).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
  })
})
