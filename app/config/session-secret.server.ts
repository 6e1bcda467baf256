import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '#platform/startup-error.ts'

/** How long another process may take to write the secret it has begun, in ms. */
const wholeWithinMs = 1000
const shortest = 32

/**
 * The secret that signs sessions: the operator's, or one made once and kept in the data folder, however many processes
 * start at the same moment.
 *
 * @throws StartupError when the one that is kept was cut short
 */
export async function sessionSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given
  const file = join(dataDir, 'session-secret')
  const made = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600, flush: true })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return kept(file, wholeWithinMs)
}

async function kept(file: string, patienceMs: number): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length >= shortest) return secret
  if (patienceMs <= 0) {
    throw new StartupError(
      `${file} holds no whole secret: a crash has cut it short, perhaps. Restore it from a backup, or delete it: everybody has to sign in again then.`,
    )
  }
  await pause(20)
  return kept(file, patienceMs - 20)
}

/** A secret for another purpose, drawn from the one that is kept. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
