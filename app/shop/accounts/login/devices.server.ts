import { parse } from 'hono/utils/cookie'
import { daySeconds } from '#platform/durations.ts'
import { isSameSecret, keyedHash } from '#platform/secrets.server.ts'
import { cookieSetter, hostCookie } from '../session-cookies.server.ts'

/** Browsers that have signed in: each has a cookie that proves with which accounts. It signs nobody in. */
export interface Devices {
  /** The browser's id, if it has signed in to the account of this e-mail before; otherwise null. */
  knownBy(headers: Headers, email: string): string | null
  /** Lets the browser of a request know this account, which somebody has just signed in to. */
  remember(headers: Headers, responseHeaders: Headers, email: string): void
}

/** Browsers keep a cookie for no longer. */
const yearSeconds = 365 * daySeconds
/** Accounts that a browser knows, the newest first: those of a family at one computer. */
const maxAccounts = 5

/**
 * The cookie is the browser's id and, for each account, a keyed hash of id and e-mail: 'id.proof.proof'. So nothing is
 * stored on the server, and it shows no e-mail.
 */
export function createDevices({
  secret,
  publicUrl,
}: {
  secret: string
  publicUrl: string
}): Devices {
  const name = hostCookie('device', publicUrl)
  const proofOf = (id: string, email: string) =>
    keyedHash(`${id} ${email}`, { purpose: 'device', secret })

  function read(headers: Headers) {
    const cookie = parse(headers.get('cookie') ?? '', name)[name] ?? ''
    const [id = '', ...proofs] = cookie.split('.', maxAccounts + 1)
    return { id, proofs }
  }

  return {
    knownBy(headers, email) {
      const { id, proofs } = read(headers)
      const expected = proofOf(id, email)
      return proofs.some((proof) => isSameSecret(proof, expected)) ? id : null
    },
    remember(headers, responseHeaders, email) {
      const { id, proofs } = read(headers)
      const isOurs = /^[\w-]{36}$/.test(id)
      const ownId = isOurs ? id : crypto.randomUUID()
      const proof = proofOf(ownId, email)
      const others = isOurs ? proofs.filter((other) => other !== proof) : []
      const value = [ownId, proof, ...others.slice(0, maxAccounts - 1)].join('.')
      cookieSetter(responseHeaders, publicUrl, yearSeconds)(name, value, true)
    },
  }
}
