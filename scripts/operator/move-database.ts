import { moveDatabase } from '../../app/operations/backup.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run db:move`: the stopped shop's embedded database into the empty one of DATABASE_URL. */
await operatorCommand(async (config, say) => {
  await moveDatabase(config, say)
  say('\nEvery table was read back and is as it was; waiting jobs came along.')
  say('Keep DATABASE_URL set and start the shop: npm start. It uses the server from now on.')
  say(`${config.dataDir}/database is unchanged; put it away once you have looked.`)
})
