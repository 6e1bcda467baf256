import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { fill, onOwnDisk, seenBy, whyNoDisk } from './own-disk.ts'
import { endAll, spawnServer, startServer, temporaryFolder, whyNot } from './server-process.ts'
import { ask } from './shop-client.ts'

const why = whyNot ?? whyNoDisk()

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

describe.skipIf(why)(why ?? 'the disk of an embedded database that is full', () => {
  it('is an outage in a sentence, and no data is lost by it', async () => {
    const settings = { DATA_DIR: data.folder, SEED: 'none', TRUST_PROXY: 'on' }
    const server = await startServer(
      { ...settings, PORT: await freePort() },
      onOwnDisk(data.folder, 150),
    )
    const write = (n: number) =>
      ask(server.url, '/contact', {
        body: { username: 'Asha', Email: `asha${n}@example.in`, Message: 'x'.repeat(1500) },
      })
    expect((await write(0)).status).toBe(200)

    const makeRoom = fill(seenBy(server.pid, data.folder), { leave: 0 })
    const refused = await firstRefusal(write)
    expect(refused).toMatchObject({
      status: 503,
      body: {
        detail: 'The shop has no room to store anything new at the moment. Please try again later.',
      },
    })
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', failing: ['disk'] },
    ])
    expect((await fetch(`${server.url}/products`)).status).toBe(200)

    makeRoom()
    expect((await write(999)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('stops a start in a sentence that says how much room is missing', async () => {
    const server = spawnServer(
      { DATA_DIR: data.folder, SEED: 'none', PORT: await freePort() },
      onOwnDisk(data.folder, 12),
    )
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.output().trim()).toMatch(
      /^The disk of the data folder .* is full: the shop needs 32 MB, and 20 MB are missing\. .*do not restore a backup\.$/,
    )
  })
})

/** Tables have some room in their last pages. */
async function firstRefusal(write: (n: number) => Promise<{ status: number; body: unknown }>) {
  for (let n = 1; n < 200; n += 1) {
    const answer = await write(n)
    if (answer.status !== 200) return answer
  }
  throw new Error('nothing was refused')
}
