import { parseArgs } from 'node:util'
import { resetShopSecondFactor } from '../../app/operations/commands.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run factor:reset -- <email>`: for somebody who has lost the phone and the recovery codes. */
await operatorCommand(async (config, say) => {
  const [account, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!account || more.length > 0) {
    throw new Error('Name the account: npm run factor:reset -- <email>')
  }
  const email = account.toLowerCase()
  await resetShopSecondFactor.send(config, { email }, say)
  say(`${email} logs in with the password alone until a second factor is set up again.`)
  say('App, recovery codes, passkeys and sessions of the account are gone.')
})
