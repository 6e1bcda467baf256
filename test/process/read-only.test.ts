import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'
import { ask, beginByCard, comeBack, newCustomer, payByCard, signIn } from './shop-client.ts'

const admin = { email: 'admin@cakewala.test', password: 'Rosewater-4711' }
const nobody = 65534

/** As the container runs: a file system that is read-only but for /tmp, an ordinary user, and no capabilities. */
const asInContainer = [
  ...['unshare', '--mount', 'sh', '-c'],
  `mount --make-rprivate / && mount --bind /tmp /tmp && mount -o remount,bind,ro / && exec setpriv --reuid ${nobody} --regid ${nobody} --clear-groups --bounding-set -all --inh-caps -all --ambient-caps -all --no-new-privs "$@"`,
  'sh',
]

function runIn(...command: string[]): string {
  const [program = '', ...args] = [...asInContainer, ...command]
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? stdout : `failed: ${stderr}`
}

const cannotTry = /^failed/.test(runIn(process.execPath, '--version'))
  ? 'not tried: only root can make a read-only file system'
  : null

const why = whyNot ?? cannotTry

describe.skipIf(why)(why ?? 'a shop that can write in its data folder alone', () => {
  let data: ReturnType<typeof temporaryFolder>
  let url: string
  beforeAll(async () => {
    data = temporaryFolder()
    chownSync(data.folder, nobody, nobody)
    const settings = {
      PORT: await freePort(),
      DATA_DIR: data.folder,
      ADMIN_PASSWORD: admin.password,
    }
    url = (await startServer(settings, asInContainer)).url
  })
  afterAll(async () => {
    await endAll()
    data?.remove()
  })

  it('is what this test has made', () => {
    expect(runIn('touch', 'package.json.more')).toContain('Read-only file system')
    expect(runIn('grep', 'CapBnd', '/proc/self/status')).toMatch(/:\s0+$/m)
  })

  it('sells a cake and prints its invoice', async () => {
    const asha = await newCustomer(url)
    const { body: order } = await beginByCard(url, asha)
    await payByCard(url, order)
    expect((await comeBack(url, asha, order.orderId)).body.state).toBe('placed')
    const path = `/api/v1/orders/generatepdf?order=${order.orderId}`
    const invoice = await fetch(url + path, { headers: { authorization: `Bearer ${asha}` } })
    expect(invoice.status).toBe(200)
    expect(
      Buffer.from(await invoice.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('takes a picture and shows it', async () => {
    const create = { width: 400, height: 300, channels: 3, background: '#c36' } as const
    const form = new FormData()
    form.set('image', new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'a.png'))
    const headers = { authorization: `Bearer ${await signIn(url, admin)}` }
    const sent = await fetch(`${url}/api/v1/cakes/upload`, { method: 'POST', body: form, headers })
    const { downloadURL } = (await sent.json()) as { downloadURL: string }
    expect((await fetch(url + downloadURL)).status).toBe(200)
    expect((await ask(url, '/cakes/allcakes?limit=1')).status).toBe(200)
  })
})
