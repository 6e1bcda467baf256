import type { ControlCommand } from '#platform/control/control-command.server.ts'
import type { Config } from './config.server.ts'
import type { AppContext } from './context.server.ts'
import { booksCommand } from './shop-books.server.ts'

/** Table of contents: what an operator's command may ask of the running shop, by `answers(name, schema, run)`. */
export function controlCommands(context: AppContext, config: Config): ControlCommand[] {
  return [booksCommand(context, config)]
}
