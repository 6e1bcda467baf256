import { createHash } from 'node:crypto'

const script = /<script([^>]*)>([\s\S]*?)<\/script>/g
const notRun = /\s(?:src=|type="application\/(?:ld\+)?json")/

/** The inline scripts of a page that are run; data in a script element is not. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(script)].flatMap(([, attributes = '', text = '']) =>
    notRun.test(attributes) ? [] : [text],
  )
}

export interface ContentSources {
  /** Origins whose scripts may run, beside the shop's own. */
  scripts: readonly string[]
  /** Origins that may be framed, such as a map's. */
  frames: readonly string[]
  /** Origins the pages may send to, beside the shop's own. */
  connections: readonly string[]
}

/**
 * The Content-Security-Policy of one finished page: its inline scripts are allowed by their hashes,
 * so that the page can be kept and sent again as it is, which a nonce would not allow.
 */
export function contentSecurityPolicy(scripts: readonly string[], sources: ContentSources): string {
  const hashes = scripts.map(hashOf)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...sources.scripts, ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ['connect-src', "'self'", ...sources.connections].join(' '),
    ['frame-src', ...(sources.frames.length > 0 ? sources.frames : ["'none'"])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** The Permissions-Policy: nothing, but to let these origins and the page itself ask for a payment. */
export function permissionsPolicy(paymentRequests: readonly string[]): string {
  const payment =
    paymentRequests.length > 0 ? ['self', ...paymentRequests.map((origin) => `"${origin}"`)] : []
  return `camera=(), microphone=(), geolocation=(), payment=(${payment.join(' ')})`
}

/** Headers of an answer that is data, for which a browser has no use of those about documents. */
export function securityHeadersOfData(publicUrl: string): [string, string][] {
  const headers: [string, string][] = [['x-content-type-options', 'nosniff']]
  if (publicUrl.startsWith('https:')) {
    headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains'])
  }
  return headers
}

/** Headers of every other answer, whatever it is. */
export function commonSecurityHeaders(publicUrl: string): [string, string][] {
  return [
    ...securityHeadersOfData(publicUrl),
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', permissionsPolicy([])],
  ]
}
