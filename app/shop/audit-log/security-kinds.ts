import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** All kinds of entries in the security log, as they read after a name: 'owner@… logged in'. */
export const securityKinds = {
  'signed-in': 'logged in',
  'sign-in-failed': 'gave a wrong password',
  'password-guessed': 'had very many wrong passwords in a day',
  'signed-out': 'logged out',
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
  // Of earlier entries: the panel opens no emails any more.
  'mail-read': 'read an email',
  'design-read': 'looked at the designs of an order',
  forbidden: 'tried something that is not allowed',
  'limit-reached': 'tried too often',
  'data-downloaded': 'downloaded their data',
  'account-deleted': 'deleted the account',
} as const

export type SecurityKind = keyof typeof securityKinds

/** What the owner can do about an entry of a staff account; the others are for who looks into something, in the export. */
export const whatToDo: Partial<Record<SecurityKind, string>> = {
  'password-guessed': 'Ask them to set a long password that they use nowhere else.',
  'second-factor-off': 'Ask them why, and to turn it on again.',
  'second-factor-reset': 'If it was not you, set a new password, and look at the page Staff.',
  'recovery-code-used': 'Ask whether it was them. If not, reset their second step on Staff.',
  'passkey-added': 'Ask whether that phone or computer is theirs.',
  'email-changed': 'Ask whether it was them. If not, take their role away on Staff.',
  invited: 'If you do not know them, withdraw the invitation on Staff.',
  'role-changed': 'If it is not right, change it on Staff.',
  export: 'Ask what it was for: this data has left the shop.',
  'mail-read': 'Ask what it was for.',
  forbidden: 'They may need another role: see Staff. Otherwise ask them.',
}

/** Details such as the call or the order; never secrets, names or what somebody typed. */
export type SecurityDetails = Record<string, string | number>

/** Strangers can cause these as often as they like: a minute of them is one entry, and the log warns. */
export const suspicious: readonly SecurityKind[] = [
  'sign-in-failed',
  'password-guessed',
  'registration-refused',
  'second-factor-failed',
  'password-reset-requested',
  'forbidden',
  'limit-reached',
]

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

type SearchText = Partial<Record<'kind' | 'account' | 'network', string>>

/** Reads a search, without what is not valid. */
export function parseSecuritySearch({ kind, ...typed }: SearchText): SecuritySearch {
  return {
    kind: knownKinds.find((one) => one === kind) ?? null,
    account: tidyEntry(typed.account ?? '').toLowerCase(),
    network: tidyEntry(typed.network ?? ''),
    before: null,
  }
}
