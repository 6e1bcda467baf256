import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { fill, onOwnDisk, seenBy, whyNoDisk } from '../process/own-disk.ts'
import {
  endAll,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { checkoutOf, customLine } from '../support/checkout-steps.ts'
import { expectConsistent } from './operator-commands.ts'
import { openCrowd } from './shoppers.ts'

const whyNot = whyNotOnServer ?? whyNoDisk()

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

/** A picture that no encoder makes small. */
function noise() {
  const [width, height] = [480, 360]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

interface Uploaded {
  downloadURL: string
  detail: string
}

async function upload(url: string, bytes: Uint8Array) {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], 'design.png'))
  const answer = await fetch(`${url}/api/v1/cakes/upload`, { method: 'POST', body: form })
  return { status: answer.status, body: (await answer.json()) as Uploaded }
}

describe.skipIf(whyNot)(whyNot ?? 'a disk that is full', () => {
  it('in the middle of an upload: that is refused in a sentence, nothing of it stays, and with room again the shop goes on', async () => {
    const settings = { DATABASE_URL: await newDatabase(), SEED: 'none', TRUST_PROXY: 'on' }
    const started = { ...settings, DATA_DIR: data.folder, PORT: await freePort() }
    const server = await startServer(started, onOwnDisk(data.folder, 8))
    const DATA_DIR = seenBy(server.pid, data.folder)
    const files = createDiskStore(join(DATA_DIR, 'files'))
    const kept = async () =>
      (await Array.fromAsync(files.list('pictures'))).map(({ key }) => key).sort()

    const first = await upload(server.url, await noise())
    expect(first.status).toBe(200)
    const before = await kept()
    // For a few files of a picture, and not for all of them.
    const makeRoom = fill(DATA_DIR, { leave: 150_000 })

    const second = await noise()
    const refused = await upload(server.url, second)
    expect([refused.status, refused.body.detail]).toEqual([
      503,
      'There is no space for more files at the moment. Please try again later.',
    ])
    expect(await kept()).toEqual(before)
    expect(server.output()).toContain('There is no space')

    makeRoom()
    const taken = await upload(server.url, second)
    expect(taken.status).toBe(200)
    const crowd = openCrowd(() => [server.url])
    const token = await crowd.newCustomer('asha@example.in')
    const image = [first.body.downloadURL, taken.body.downloadURL]
    const time = new Date(Date.now() + 3 * dayMs)
    time.setUTCHours(9, 0, 0, 0)
    const checkout = checkoutOf({
      time: time.toISOString(),
      order: [{ ...customLine, image }],
      amount: 0,
    })
    await crowd.call('/orders/process-payment', checkout, { token })
    await expectConsistent({ ...settings, DATA_DIR })
  })
})
