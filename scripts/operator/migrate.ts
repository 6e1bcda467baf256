import { migrateDatabase } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run migrate`: migrates the database of DATABASE_URL by the role of MIGRATION_DATABASE_URL, and ends. */
await operatorCommand(async (config, say) => {
  await migrateDatabase(config)
  say('The database has the tables of this version.')
})
