import { parseArgs } from 'node:util'
import { openFiles, type Storage } from '#platform/files/open-files.server.ts'
import { moveFiles } from '../../app/platform/files/file-store.server.ts'
import { operatorCommand } from './operator-command.ts'

/** `npm run files:move -- --to s3`: copies all uploads from the other store to this one, and verifies each. */
await operatorCommand(async (config, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const to = values.to
  if (to !== 'disk' && to !== 's3') {
    throw new Error('Choose where to copy the files: npm run files:move -- --to s3 (or disk)')
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
    `${copied} files copied, ${unchanged} already existed; ${(bytes / 1e6).toFixed(1)} MB, all verified.`,
  )
  say(whatNext(to, config.storage))
})

function whatNext(to: Storage, used: Storage): string {
  return used === to
    ? `STORAGE=${to} is already set. You can delete the files in the other store once you have checked the shop.`
    : `Set STORAGE=${to}, restart the shop, and run this once more to copy the files that were added meanwhile.`
}
