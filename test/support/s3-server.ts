import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { S3Settings } from '#platform/files/s3-store.server.ts'

const require = createRequire(import.meta.url)
const bucket = 'cakes'

/** A server that speaks S3, with one empty bucket. It knows keys, but does not check what they sign. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'cakewala-s3-'))
  // It makes its page tokens with a cipher that OpenSSL has retired.
  const server = spawn(
    process.execPath,
    [
      ...['--openssl-legacy-provider', require.resolve('s3rver/bin/s3rver.js')],
      ...['--directory', directory, '--port', '0', '--configure-bucket', bucket],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: server.stdout })
  const port = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`s3rver ended with exit code ${code}`)))
    lines.on('line', (line) => {
      const [, found] = /listening on \S+:(\d+)/i.exec(line) ?? []
      if (found) resolve(found)
    })
  })
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'ap-south-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    settings,
    async close() {
      server.kill()
      await once(server, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
