import { parseArgs } from 'node:util'
import { restoreShop } from '../../app/operations/commands.server.ts'
import { StartupError } from '../../app/platform/app-error.ts'
import { operatorCommand } from './operator-command.ts'

/**
 * `npm run restore -- <folder of a backup> [--key <file>]`: restores into the empty database and the file store of the
 * settings. The file has the secret key of an encrypted backup.
 */
await operatorCommand(async (config, say) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  })
  const [backup, ...more] = positionals
  if (!backup || more.length > 0) {
    throw new StartupError(
      'Name the backup: npm run restore -- <folder of the backup> [--key <file>]',
    )
  }
  const { manifest, secret } = await restoreShop(config, { backup, keyFile: values.key }, say)
  say(`\nRestored the shop as it was at ${manifest.takenAt}.`)
  if (secret === 'unchanged') {
    say(
      'The session secret was not restored, because there already is one. If it differs, everybody',
    )
    say('must log in again, and links in earlier emails no longer work.')
  }
  say('Waiting emails and refunds are sent when the shop starts: npm start')
  say('Then check for payments after the backup: npm run check:consistency -- --with-provider')
})
