import { parseArgs } from 'node:util'
import { openFiles, type Storage } from '#platform/files/open-files.server.ts'
import { moveFiles } from '../../app/platform/files/move-files.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run files:move -- --to s3`: copies all uploads from the other place to this one, and reads each back. */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const to = values.to
  if (to !== 'disk' && to !== 's3') {
    throw new Error('Say where the files are to go: npm run files:move -- --to s3 (or disk)')
  }
  if (!config.s3) {
    throw new Error(
      'The settings of the bucket are missing: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. .env.example explains them.',
    )
  }
  const from: Storage = to === 's3' ? 'disk' : 's3'
  const { copied, unchanged, bytes } = await moveFiles(
    await openFiles(from, config),
    await openFiles(to, config),
    (done) => done % 100 === 0 && say(`${done} files …`),
  )
  say(
    `${copied} files copied, ${unchanged} were there already; ${(bytes / 1e6).toFixed(1)} MB, each read back.`,
  )
  say(whatNext(to, config.storage))
})

function whatNext(to: Storage, used: Storage): string {
  return used === to
    ? `The shop is set to STORAGE=${to} already. What lies in the other place may go once you have looked.`
    : `Set STORAGE=${to}, restart the shop, and run this once more for what came meanwhile.`
}
