import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import pLimit from 'p-limit'
import { dayMs } from '#platform/clock.ts'
import { cachedForEver } from '#platform/files/open-files.server.ts'
import { addressOf } from '#platform/http/client.server.ts'
import { readCosts } from '#platform/http/limits/limiter.server.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import type { Config } from '../config/config.server.ts'
import type { AppContext } from '../context.server.ts'

/** Of the files, and of the built client. */
export const assetsFolder = 'assets'
/** What the build has for browsers. */
export const clientFolder = 'build/client'
const builtAssets = join(clientFolder, assetsFolder)
/** How long the assets of a build that no machine has any more are kept, in ms. */
const keptMs = 7 * dayMs
const concurrency = 16

type KeepDeps = Pick<AppContext, 'files' | 'clock'>

/**
 * Stores the assets of this build beside the pictures, and removes those of builds that are long gone. Pages of a build ask
 * any machine for its assets, also after a deploy: each machine answers from here what is not on its disk. Called at each
 * start before the first request, and every night.
 *
 * @throws AppError unavailable when they cannot be stored
 */
export async function keepAssets({ files, clock }: KeepDeps, folder = builtAssets) {
  // In development nothing is built.
  if (!existsSync(folder)) return
  const now = clock.now().getTime()
  const built = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name))
  const kept = new Map<string, number>()
  for await (const { key, storedAt } of files.list(assetsFolder)) kept.set(key, storedAt.getTime())
  const own = new Set(built.map(keyOf))
  const limit = pLimit(concurrency)
  const isFresh = (key: string) => now - (kept.get(key) ?? 0) < dayMs
  const keep = async (name: string) => files.put(keyOf(name), await readFile(join(folder, name)))
  const added = built.filter((name) => !isFresh(keyOf(name)))
  const gone = [...kept].filter(([key, at]) => !own.has(key) && now - at > keptMs)
  await Promise.all([
    ...added.map((name) => limit(keep, name)),
    ...gone.map(([key]) => limit(() => files.remove(key))),
  ])
}

const keyOf = (name: string) => `${assetsFolder}/${name}`

const keepAssetsJob = scheduledJob('keep-assets', '7 4 * * *', { retryLimit: 3 })

export const keepAssetsHandler = (deps: KeepDeps): JobHandler =>
  handles(keepAssetsJob, () => keepAssets(deps))

/** Answers for assets that are not on this machine's disk: of the builds of other machines, and of the last days. */
export function serveKeptAssets({ files, limiter }: AppContext, config: Config) {
  return new Hono().get(`/${assetsFolder}/:name{[\\w-]+\\.\\w+}`, async (c) => {
    limiter.read(addressOf(c, config), readCosts.page)
    const name = c.req.param('name')
    const bytes = await files.get(keyOf(name))
    if (!bytes) return c.text('This file is gone.', 404, { 'cache-control': 'no-store' })
    const type = getMimeType(name) ?? 'application/octet-stream'
    return c.body(bytes, 200, { 'content-type': type, 'cache-control': cachedForEver })
  })
}

const forAnHour = 'public, max-age=3600'

/** Serves the built client. Names under /assets/ have a hash, so they are cached for ever. Compressed files are used. */
export function serveClientFiles(folder: string) {
  const found = new WeakSet<Request>()
  return new Hono().use(
    '*',
    async (c, next) => {
      await next()
      if (!found.has(c.req.raw)) return
      c.header('cache-control', c.req.path.startsWith('/assets/') ? cachedForEver : forAnHour)
    },
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => {
        found.add(c.req.raw)
      },
    }),
  )
}
