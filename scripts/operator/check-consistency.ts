import { parseArgs } from 'node:util'
import { checkShopConsistency } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

const defaultDays = 30

/**
 * `npm run check:consistency`: compares orders, payments, refunds, invoices, quotes, mails and pictures, prints every
 * contradiction, and ends with exit code 1 if there is one. `--with-files` checks the pictures' files, `--with-provider`
 * compares with the payment provider for the last 30 days, or `--days` of them.
 */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({
    options: {
      'with-files': { type: 'boolean', default: false },
      'with-provider': { type: 'boolean', default: false },
      days: { type: 'string', default: String(defaultDays) },
    },
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1) throw new Error('--days must be a whole number from 1')
  const providerDays = values['with-provider'] ? days : null
  const options = { withFiles: values['with-files'], providerDays }
  const { isConsistent, lines } = await checkShopConsistency(config, options)
  for (const line of lines) say(line)
  if (!isConsistent) process.exitCode = 1
})
