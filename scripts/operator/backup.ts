import { parseArgs } from 'node:util'
import { backUpShop } from '../../app/operations/backup.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run backup [-- --to <folder>]`: a backup of database and files, also while the shop runs. */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const path = await backUpShop(config, values.to, say)
  say(`\nThe backup is in ${path}`)
  say('Keep a copy on another machine. It holds names, addresses and secrets.')
})
