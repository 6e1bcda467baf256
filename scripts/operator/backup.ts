import { parseArgs } from 'node:util'
import { backUpShop } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run backup [-- --to <folder>]`: backs up database and files, also while the shop runs. */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  await backUpShop(config, values.to, say)
})
