import { readBefore } from '#ui/lists/log-search.ts'

/** All kinds of entries in the security log, as they read after a name: 'owner@… signed in'. */
export const securityKinds = {
  'signed-in': 'signed in',
  'sign-in-failed': 'gave a wrong password',
  'password-guessed': 'had very many wrong passwords in a day',
  'signed-out': 'signed out',
  'session-ended': 'ended a session',
  registered: 'registered',
  'registration-refused': 'registered with an email that has an account',
  'guest-started': 'ordered as a guest',
  'guest-order-kept': 'took a guest’s order into the account',
  'second-factor-on': 'turned the second step on',
  'second-factor-off': 'turned the second step off',
  'second-factor-reset': 'had the second step reset',
  'second-factor-failed': 'gave a wrong code for the second step',
  'recovery-code-used': 'used a recovery code',
  'recovery-codes-replaced': 'made new recovery codes',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
  'password-changed': 'changed the password',
  'password-reset-requested': 'asked for a link to a new password',
  'email-change-requested': 'asked for another email',
  'email-changed': 'changed the email',
  'email-confirmed': 'confirmed the email',
  invited: 'invited somebody',
  'role-changed': 'changed a role',
  export: 'exported data',
  'mail-read': 'read an email',
  'design-read': 'looked at the designs of an order',
  forbidden: 'tried something that is not allowed',
  'limit-reached': 'tried too often',
  'data-downloaded': 'downloaded their data',
  'account-deleted': 'deleted the account',
} as const

export type SecurityKind = keyof typeof securityKinds

/** Details such as the call or the order; never secrets, names or what somebody typed. */
export type SecurityDetails = Record<string, string | number>

/** Strangers can cause these as often as they like: a minute of them is one entry, and the log warns. */
const suspicious: readonly SecurityKind[] = [
  'sign-in-failed',
  'password-guessed',
  'registration-refused',
  'second-factor-failed',
  'password-reset-requested',
  'forbidden',
  'limit-reached',
]

export function isSuspicious(kind: SecurityKind): boolean {
  return suspicious.includes(kind)
}

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
