import { parseArgs } from 'node:util'
import type { ConsistencyOptions } from '#shop/consistency/check-consistency.server.ts'
import { checkShopConsistency } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

const defaultDays = 30

/**
 * `npm run check:consistency`: compares orders, payments, refunds, invoices, quotes, mails and pictures, prints every
 * contradiction, and ends with exit code 1 if there is one. `--with-files` checks the pictures' files, `--with-provider`
 * compares with the payment provider for the last 30 days, or `--days` of them.
 */
await operatorCommand(async (config, say) => {
  const result = await checkShopConsistency(config, commandOptions())
  for (const line of result.lines) say(line)
  if (!result.isConsistent) process.exitCode = 1
})

function commandOptions(): ConsistencyOptions {
  const { values } = parseArgs({
    options: {
      'with-files': { type: 'boolean', default: false },
      'with-provider': { type: 'boolean', default: false },
      days: { type: 'string', default: String(defaultDays) },
    },
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1) throw new Error('--days must be a whole number from 1')
  return { withFiles: values['with-files'], providerDays: values['with-provider'] ? days : null }
}
