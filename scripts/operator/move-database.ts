import { moveDatabase } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run db:move`: copies the stopped shop's embedded database into the empty one of DATABASE_URL. */
await operatorCommand(async (config, say) => {
  await moveDatabase(config, say)
  say('\nEvery table was copied and verified, with all waiting jobs.')
  say('Leave DATABASE_URL set and start the shop: npm start. It uses the server from now on.')
  say(`${config.dataDir}/database has not changed. Archive it once you have checked the shop.`)
})
