import { chmodSync, existsSync } from 'node:fs'

/** What this process writes is for its own user alone, and so is the data folder that an earlier start has made. */
export function keepPrivate(dataDir: string) {
  process.umask(0o077)
  if (existsSync(dataDir)) chmodSync(dataDir, 0o700)
}
