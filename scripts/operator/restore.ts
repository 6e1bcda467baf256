import { parseArgs } from 'node:util'
import { restoreShop } from '../../app/operations/backup.server.ts'
import { StartupError } from '../../app/platform/startup-error.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run restore -- <folder of a backup>`: into the empty database and the place for files that are set. */
await operatorCommand(async (config, say) => {
  const [backup, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!backup || more.length > 0) {
    throw new StartupError('Say which backup: npm run restore -- <folder of the backup>')
  }
  const { manifest, secret } = await restoreShop(config, backup, say)
  say(`\nRestored the shop as it was at ${manifest.takenAt}:`)
  for (const [name, amount] of Object.entries(manifest.totals)) say(`  ${name}: ${amount}`)
  say('')
  if (secret === 'kept') {
    say(
      'The secret of the backup was not needed: there is one already. If it is another, everybody',
    )
    say('signs in anew, and links in mails that were sent before do not work any more.')
  }
  say('Waiting mails and refunds are sent and asked for when the shop starts: npm start')
  say(
    'Then compare with the payment provider what was paid after the backup: npm run check:consistency',
  )
})
