import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that signs sessions: the operator's, or one made once and kept in the data folder. */
export function sessionSecret(given: string | undefined, dataDir: string): string {
  if (given) return given
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/** A secret for another purpose, drawn from the one that is kept. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
