import { parseArgs } from 'node:util'
import { backUpShop } from '../../app/operations/backup.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run backup [-- --to <folder>]`: backs up database and files, also while the shop runs. */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { path, isEncrypted } = await backUpShop(config, values.to, say)
  say(`\nThe backup is in ${path}`)
  say('Store a copy on another machine.')
  say(
    isEncrypted
      ? 'It is encrypted: without the secret key it is lost.'
      : 'It contains names, addresses and secrets, for anybody to read.',
  )
})
