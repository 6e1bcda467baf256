import { readBefore } from '#ui/lists/log-search.ts'
import { type SecurityKind, securityKinds } from './security-kinds.ts'

/** A search in the security log, from the page's address. */
export interface SecuritySearch {
  kind: SecurityKind | null
  /** The e-mail of an account, '' for any. */
  account: string
  /** A network address, '' for any. */
  network: string
  /** Only entries older than this one. */
  before: number | null
}

export const knownKinds = Object.keys(securityKinds) as SecurityKind[]

/** Reads a search from the page's address, without what is not valid. */
export function parseSecuritySearch(params: URLSearchParams): SecuritySearch {
  const text = (name: string) => (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, 254)
  return {
    kind: knownKinds.find((one) => one === params.get('kind')) ?? null,
    account: text('account').toLowerCase(),
    network: text('network'),
    before: readBefore(params),
  }
}
