import { createHash } from 'node:crypto'

const script = /<script([^>]*)>([\s\S]*?)<\/script>/g
const notRun = /\s(?:src=|type="application\/(?:ld\+)?json")/

/** The inline scripts of a page that run, with what stands in their tags; data in script elements does not run. */
export function inlineScripts(html: string): { attributes: string; text: string }[] {
  return [...html.matchAll(script)].flatMap(([, attributes = '', text = '']) =>
    notRun.test(attributes) ? [] : [{ attributes, text }],
  )
}

interface ContentSources {
  /** Origins whose scripts may run, beside the shop's own. */
  scripts: readonly string[]
  /** Origins that may be framed, such as a map's. */
  frames: readonly string[]
  /** Origins the pages may send to, beside the shop's own. */
  connections: readonly string[]
}

/**
 * The Content-Security-Policy of a page. Inline scripts are allowed by their hashes, so that the page can be cached; a nonce
 * would have to change each time.
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

/** The Permissions-Policy: only these origins and the page itself may request payments. */
export function permissionsPolicy(paymentRequests: readonly string[]): string {
  const payment =
    paymentRequests.length > 0 ? ['self', ...paymentRequests.map((origin) => `"${origin}"`)] : []
  return `camera=(), microphone=(), geolocation=(), payment=(${payment.join(' ')})`
}

/** Headers of every response. A page has a stricter policy. */
export function securityHeaders(publicUrl: string): [string, string][] {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "frame-ancestors 'none'"],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', permissionsPolicy([])],
  ]
  if (publicUrl.startsWith('https:')) {
    headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains'])
  }
  return headers
}
