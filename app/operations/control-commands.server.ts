import type { ControlCommand } from '#platform/control/control-socket.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import type { Config } from '../config/config.server.ts'
import type { AppContext } from '../context.server.ts'
import { backupCommand } from './backup.server.ts'
import { consistencyCommand } from './check-consistency.server.ts'

/** Table of contents: what an operator's command may ask of the running shop, by `answers(name, schema, run)`. */
export function controlCommands(
  context: AppContext,
  config: Config,
  database: OpenDatabase,
): ControlCommand[] {
  return [consistencyCommand(context, config), backupCommand(database, config)]
}
