import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { picturePaths, purgePictures } from '#shop/pictures/pictures.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { servePictures } from '#shop/pictures/upload-picture.server.ts'
import { picturesInUse } from '#shop/privacy/privacy.store.server.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { startS3Server } from '../support/s3-server.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

async function onDisk() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cakewala-stores-'))
  const files = await openFiles('disk', { dataDir, s3: null })
  return { files, close: async () => rmSync(dataDir, { recursive: true }) }
}

async function inABucket() {
  const { settings, close } = await startS3Server()
  return { files: await openFiles('s3', { dataDir: '/nowhere', s3: settings }), close }
}

describe.each([
  ['on disk', onDisk],
  ['in a bucket', inABucket],
])('an upload %s', (_, openStore) => {
  let store: Awaited<ReturnType<typeof openStore>>
  let shop: TestShop
  beforeAll(async () => {
    store = await openStore()
    shop = await openTestShop({ files: store.files })
  })
  afterAll(async () => {
    await shop.close()
    await store.close()
  })

  async function upload(colour: string): Promise<string> {
    const form = new FormData()
    const jpeg = await plainPicture(colour, 40, 30).jpeg().toBuffer()
    form.set('image', new File([new Uint8Array(jpeg)], 'cake.jpg'))
    const answer = await shop.api.request('/cakes/upload', { method: 'POST', body: form })
    return ((await answer.json()) as { picture: { id: string } }).picture.id
  }

  const serve = (path: string) => servePictures(store.files).request(path)

  it('is served in every size with its type, for ever', async () => {
    const id = await upload('#aa3355')
    for (const path of picturePaths(id)) {
      const answer = await serve(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(`image/${path.split('.').at(-1)}`)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
  })

  it('that is not there is not found', async () => {
    expect((await serve('/pictures/none/320.webp')).status).toBe(404)
  })

  it('of a name longer than any is not found', async () => {
    const paths = [
      `/pictures/${'a'.repeat(2_000)}/640.webp`,
      `/pictures/a/${'1'.repeat(2_000)}.webp`,
    ]
    for (const path of paths) expect((await serve(path)).status).toBe(404)
  })

  it('is swept after a day, its row and its files', async () => {
    const id = await upload('#335577')
    shop.wait(2 * dayMs)
    await purgePictures(
      { ...shop.context, picturesInUse },
      new Date(shop.context.clock.now().getTime() - dayMs),
    )
    expect(await shop.context.db.select().from(pictures)).toEqual([])
    for (const path of picturePaths(id)) expect((await serve(path)).status).toBe(404)
  })
})
