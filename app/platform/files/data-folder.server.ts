import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

/**
 * Makes the folder that holds all the shop keeps on this machine, customers' addresses too: for this account alone.
 *
 * @throws StartupError when it cannot be made or written to
 */
export function prepareDataFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder that this account may write to.`,
    )
  }
}
