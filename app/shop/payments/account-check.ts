/** One line of the payments' doctor. An error keeps the shop from being paid, or loses money. */
export interface Finding {
  level: 'ok' | 'warning' | 'error'
  about: string
  /** What was found, and what to do if it is not right. */
  text: string
}

/** Checks of the shop's account at a provider, before anybody has paid. */
export interface AccountCheck {
  /** By the settings alone: which mode, which mistakes. */
  readSettings(): Finding[]
  /** By calls to the provider. Never throws; nothing is charged. */
  callProvider(webhookUrl: string): Promise<Finding[]>
  /** Why the provider cannot deliver to an address; null if it can. */
  addressError(webhookUrl: URL): string | null
  /** A webhook that means nothing to the shop, signed as the provider signs. */
  signPing(): { body: string; headers: Record<string, string> }
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text })
export const warning = (about: string, text: string): Finding => ({ level: 'warning', about, text })
export const failure = (about: string, text: string): Finding => ({ level: 'error', about, text })

export function modeOf(key: string): Finding {
  return key.includes('_live_')
    ? ok('mode', 'live keys: payments move real money.')
    : warning('mode', 'test keys: no money moves. For real payments use the live keys.')
}

export const unanswered = (provider: string): Finding =>
  failure('keys', `${provider} did not answer. Is this machine online? Try again in a minute.`)
