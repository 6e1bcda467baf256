import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { makeBackupKey } from '#platform/backup/backup-folder.server.ts'
import { StartupError } from '../../app/platform/app-error.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run backup:key -- <file>`: makes a pair of keys, writes the secret one to a new file and prints the public one. */
await operatorCommand(async (_, say) => {
  const [file, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!file || more.length > 0) {
    throw new StartupError('Name the file to be written: npm run backup:key -- <file>')
  }
  const key = await makeBackupKey(new Date())
  await writeFile(file, key.file, { flag: 'wx', mode: 0o600, flush: true })
  say(`BACKUP_PUBLIC_KEY=${key.publicKey}`)
  say(
    `\nPut this line into .env. The secret key is in ${file}: whoever restores a backup needs it.`,
  )
  say('Keep two copies of that file away from this machine, then delete it here.')
})
