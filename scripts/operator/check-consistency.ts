import { parseArgs } from 'node:util'
import type { ConsistencyOptions } from '#shop/consistency/check-consistency.server.ts'
import { checkShopConsistency } from '../../app/operations/check-consistency.server.ts'
import { operatorCommand } from './operator-command.ts'

const usualDays = 30

/**
 * `npm run check:consistency`: compares orders, payments, refunds, invoices, quotes, mails and pictures, names every
 * disagreement and ends with exit code 1 when there is one. `--with-files` looks for the pictures' files, `--with-provider`
 * compares the last 30 days, or `--days` of them, with the payment provider.
 */
await operatorCommand(async (config, say) => {
  const told = await checkShopConsistency(config, commandOptions())
  for (const line of told.lines) say(line)
  if (!told.agree) process.exitCode = 1
})

function commandOptions(): ConsistencyOptions {
  const { values } = parseArgs({
    options: {
      'with-files': { type: 'boolean', default: false },
      'with-provider': { type: 'boolean', default: false },
      days: { type: 'string', default: String(usualDays) },
    },
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1) throw new Error('--days must be a whole number from 1')
  return { withFiles: values['with-files'], providerDays: values['with-provider'] ? days : null }
}
