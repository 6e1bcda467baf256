import { existsSync } from 'node:fs'
import { keepPrivate } from '#platform/files/open-files.server.ts'
import { type Config, readConfig } from '../../app/config/config.server.ts'

/** Runs an operator's command with the shop's settings. If it throws, prints the message and sets exit code 1. */
export async function operatorCommand(
  run: (config: Config, say: (line: string) => void) => Promise<void>,
) {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const config = readConfig(process.env)
    keepPrivate(config.dataDir)
    await run(config, (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
    process.exitCode = 1
  }
}
