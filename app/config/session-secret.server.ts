import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '#platform/app-error.ts'

/** How long another process may take to write the file that it has created, in ms. */
const writeTimeoutMs = 1000
const minLength = 32

/**
 * The secret that signs sessions: the operator's, or a random one that is stored in the data folder. Processes that start
 * at the same moment get the same secret.
 *
 * @throws StartupError when the stored secret is too short
 */
export async function sessionSecret(
  configured: string | undefined,
  dataDir: string,
): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, 'session-secret')
  const created = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, created, { flag: 'wx', mode: 0o600, flush: true })
    return created
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecret(file, writeTimeoutMs)
}

async function readSecret(file: string, timeoutMs: number): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length >= minLength) return secret
  if (timeoutMs <= 0) {
    throw new StartupError(
      `The secret in ${file} is not complete, perhaps because of a crash. Restore the file from a backup, or delete it: then everybody has to log in again.`,
    )
  }
  await pause(20)
  return readSecret(file, timeoutMs - 20)
}

export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
