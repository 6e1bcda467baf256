import { sql } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { servePictures } from '#shop/pictures/upload-picture.server.ts'
import { claimingPng, packedPng, plainPicture, tellingJpeg } from '../support/hostile-pictures.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type Reply, type TestShop } from '../support/test-shop.ts'

interface Uploaded {
  downloadURL: string
  picture: { id: string; width: number; height: number; colour: string; placeholder: string }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

interface Sending {
  field?: string
  name?: string
  headers?: Record<string, string>
  to?: TestShop
}

async function upload(file: Uint8Array, sending: Sending = {}): Promise<Reply<Uploaded>> {
  const { field = 'image', name = 'cake.jpg', headers, to = shop } = sending
  const form = new FormData()
  form.set(field, new File([new Uint8Array(file)], name))
  const answer = await to.api.request('/cakes/upload', { method: 'POST', body: form, headers })
  return {
    status: answer.status,
    body: (await answer.json()) as Reply<Uploaded>['body'],
    headers: answer.headers,
  }
}

/** The kept files of a picture, by width and format. */
async function filesOf(id: string) {
  const names = [320, 640, 960].flatMap((width) => [`${width}.avif`, `${width}.webp`])
  const found = await Promise.all(
    names.map(async (name) => [name, await shop.context.files.get(`pictures/${id}/${name}`)]),
  )
  return Object.fromEntries(found) as Record<string, Uint8Array | null>
}

async function fileOf(id: string, name: string): Promise<Uint8Array> {
  const file = (await filesOf(id))[name]
  if (!file) throw new Error(`${name} is not kept`)
  return file
}

/** A refused upload, after making sure that nothing was kept of it. */
async function refused(file: Uint8Array, sending: Sending = {}) {
  const { db } = (sending.to ?? shop).context
  const before = await tableContents(db)
  const { status, body, headers } = await upload(file, sending)
  expect(await tableContents(db)).toEqual(before)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(body.detail).toMatch(/^[A-Z].*\.$/)
  return { status, detail: body.detail, errors: body.errors }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6))

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s is kept in every size', async (type) => {
    const file = await plainPicture('#8b1e3f', 1200, 800).toFormat(type).toBuffer()
    const { status, body } = await upload(file, { name: 'anything.txt' })
    expect(status).toBe(200)
    expect(body).toEqual({
      downloadURL: `/pictures/${body.picture.id}/640.webp`,
      picture: {
        id: expect.stringMatching(/^[0-9a-f]{20}$/),
        width: 960,
        height: 640,
        colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
        placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      },
    })
    for (const [name, kept] of Object.entries(await filesOf(body.picture.id))) {
      const { format, width } = await sharp(Buffer.from(kept ?? [])).metadata()
      expect(`${width}.${format === 'heif' ? 'avif' : format}`).toBe(name)
    }
  })

  it('says nothing of who took it, where and with what', async () => {
    const original = await tellingJpeg()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const { body } = await upload(original)
    for (const kept of Object.values(await filesOf(body.picture.id))) {
      const file = Buffer.from(kept ?? [])
      const { exif, xmp, iptc, icc, orientation } = await sharp(file).metadata()
      expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined))
      expect(file.toString('latin1')).not.toMatch(/Asha|Secret|GPS/)
    }
  })

  it('stands upright', async () => {
    const { body } = await upload(await tellingJpeg())
    expect([body.picture.width, body.picture.height]).toEqual([60, 90])
    const top = await sharp(await fileOf(body.picture.id, '960.webp'))
      .extract({ left: 30, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(top[2], 'the blue third, once at the left, is at the top').toBeGreaterThan(200)
  })

  it('is sent as AVIF to a browser that accepts it, under the same address', async () => {
    const { body } = await upload(await plainPicture('#654321', 5, 4).png().toBuffer())
    const served = servePictures(shop.context.files)
    const typeFor = async (accept: string) =>
      (await served.request(body.downloadURL, { headers: { accept } })).headers.get('content-type')
    expect(await typeFor('image/avif,image/webp,*/*;q=0.8')).toBe('image/avif')
    expect(await typeFor('image/webp,*/*;q=0.8')).toBe('image/webp')
  })

  it('that is small is not blown up', async () => {
    const { body } = await upload(await plainPicture('#123456', 5, 4).png().toBuffer())
    expect([body.picture.width, body.picture.height]).toEqual([5, 4])
    expect((await sharp(await fileOf(body.picture.id, '960.avif')).metadata()).width).toBe(5)
  })

  it('that can be seen through lies on white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const create = { width: 8, height: 8, channels: 4, background: clear } as const
    const { body } = await upload(await sharp({ create }).png().toBuffer())
    expect(body.picture.colour).toBe('#ffffff')
    expect((await sharp(await fileOf(body.picture.id, '320.webp')).stats()).isOpaque).toBe(true)
  })

  it('that moves stands still', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((colour) => plainPicture(colour).png().toBuffer()),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { status, body } = await upload(moving)
    expect(status).toBe(200)
    expect(
      (await sharp(await fileOf(body.picture.id, '320.webp')).metadata()).pages,
    ).toBeUndefined()
  })

  it('in print colours becomes one for screens', async () => {
    const print = await plainPicture('#ff0000').toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(print).metadata()).space).toBe('cmyk')
    const { body } = await upload(print)
    expect((await sharp(await fileOf(body.picture.id, '640.webp')).metadata()).space).toBe('srgb')
  })

  it('loses what was hung on at its end', async () => {
    const picture = await plainPicture('#445566').jpeg().toBuffer()
    const { status, body } = await upload(
      Buffer.concat([picture, bytes('<script>alert(1)</script>')]),
    )
    expect(status).toBe(200)
    for (const kept of Object.values(await filesOf(body.picture.id))) {
      expect(Buffer.from(kept ?? []).includes('script')).toBe(false)
    }
  })

  it('is taken under any field, from anybody, twice as well as once', async () => {
    const picture = await plainPicture('#0a0b0c').png().toBuffer()
    const admin = await shop.admin()
    const first = await upload(picture, { field: 'file' })
    const again = await upload(picture, { headers: { authorization: `Bearer ${admin.token}` } })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  it('is kept once when it is sent many times at once, and others beside it', async () => {
    const same = await plainPicture('#0f0f0f').png().toBuffer()
    const others = await Promise.all(
      ['#010203', '#020304', '#030405'].map((colour) => plainPicture(colour).png().toBuffer()),
    )
    const answers = await Promise.all([same, ...others, same, same].map((file) => upload(file)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const ids = answers.map(({ body }) => body.picture.id)
    expect(new Set(ids).size).toBe(4)
    const rows = await shop.context.db.select({ id: pictures.id }).from(pictures)
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })
})

describe('an odd picture of a phone or scanner is accepted', () => {
  const noisy = (width = 120, height = 90) => sharp({ create: { ...noise.create, width, height } })

  it.each<[string, () => Promise<Buffer>, [number, number]]>([
    ['a column of 1 × 1366', () => plainPicture('#123', 1, 1366).png().toBuffer(), [1, 1366]],
    ['a row of 1366 × 1', () => plainPicture('#123', 1366, 1).png().toBuffer(), [960, 1]],
    ['a column of 1 × 15000', () => plainPicture('#123', 1, 15_000).png().toBuffer(), [1, 1920]],
    ['a row of 15000 × 1', () => plainPicture('#123', 15_000, 1).jpeg().toBuffer(), [960, 1]],
    ['a column of 2 × 9000', () => plainPicture('#123', 2, 9000).webp().toBuffer(), [1, 1920]],
    ['one pixel', () => plainPicture('#123', 1, 1).png().toBuffer(), [1, 1]],
    ['one pixel as JPEG', () => plainPicture('#123', 1, 1).jpeg().toBuffer(), [1, 1]],
    ['grey', () => noisy().toColourspace('b-w').jpeg().toBuffer(), [120, 90]],
    ['grey of 16 bits', () => noisy().toColourspace('grey16').png().toBuffer(), [120, 90]],
    ['colours of 16 bits', () => noisy().toColourspace('rgb16').png().toBuffer(), [120, 90]],
    [
      '16 bits that can be seen through',
      () => noisy().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
      [120, 90],
    ],
    ['two colours', () => noisy().png({ palette: true, colours: 2 }).toBuffer(), [120, 90]],
    ['an interlaced PNG', () => noisy().png({ progressive: true }).toBuffer(), [120, 90]],
    ['a progressive JPEG', () => noisy().jpeg({ progressive: true }).toBuffer(), [120, 90]],
    ['a lossless WebP', () => noisy().webp({ lossless: true }).toBuffer(), [120, 90]],
    ['an AVIF of 12 bits', () => noisy().avif({ bitdepth: 12, effort: 0 }).toBuffer(), [120, 90]],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(
      (orientation): [string, () => Promise<Buffer>, [number, number]] => [
        `a JPEG that is turned by EXIF ${orientation}`,
        () => noisy(40, 20).withMetadata({ orientation }).jpeg().toBuffer(),
        orientation < 5 ? [40, 20] : [20, 40],
      ],
    ),
  ])('%s', async (_, made, [width, height]) => {
    const { status, body } = await upload(await made())
    expect(status).toBe(200)
    expect(body.picture).toMatchObject({ width, height })
  })

  it.each<[string, number, (picture: Sharp) => Sharp]>([
    ['a JPEG without its last 2 bytes', 2, (picture) => picture.jpeg()],
    ['a JPEG without its last 300 bytes', 300, (picture) => picture.jpeg()],
    [
      'a progressive JPEG without its last 300 bytes',
      300,
      (one) => one.jpeg({ progressive: true }),
    ],
    ['a grey JPEG without its last 100 bytes', 100, (one) => one.toColourspace('b-w').jpeg()],
    ['a JPEG for print without its last 100 bytes', 100, (one) => one.toColourspace('cmyk').jpeg()],
    ['a PNG without its last 2 bytes', 2, (picture) => picture.png()],
    ['a PNG of 16 bits without its last 100 bytes', 100, (one) => one.toColourspace('rgb16').png()],
  ])('%s', async (_, missing, encode) => {
    const whole = await encode(noisy()).toBuffer()
    expect((await upload(whole.subarray(0, -missing))).status).toBe(200)
  })

  it('a JPEG that lies on its side and has no end', async () => {
    const whole = await noisy().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { status, body } = await upload(whole.subarray(0, -40))
    expect([status, body.picture.width, body.picture.height]).toEqual([200, 90, 120])
  })

  it('a white one whose end is missing', async () => {
    const whole = await plainPicture('#ffffff', 120, 90).jpeg().toBuffer()
    expect((await upload(whole.subarray(0, -2))).status).toBe(200)
  })
})

describe('what is refused', () => {
  const kinds = 'We can’t use this file. Choose a JPEG, PNG, WebP or AVIF picture.'
  const damaged = 'This picture is damaged or incomplete. Choose another one.'
  const huge = 'This picture has too many pixels. Make it smaller: 2000 pixels wide is plenty.'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  it.each<[string, string | (() => Promise<Buffer> | Buffer)]>([
    ['a text named .png', 'not a picture'],
    ['an SVG with a script', svg],
    ['an SVG behind an XML head', `<?xml version="1.0"?>${svg}`],
    ['an SVG behind the first bytes of a PNG', `\x89PNG\r\n\x1a\n${svg}`],
    ['an SVG behind a comment that looks like an AVIF', `<!--ftypavif-->${svg}`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['a program', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'],
    ['an archive', 'PK\x03\x04\x14\0\0\0\b\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'],
    ['a GIF', () => plainPicture('#abcdef').gif().toBuffer()],
    ['a GIF that is a script as well', 'GIF89a/*\0\0*/=1;alert(1)//;'],
    ['a TIFF', () => plainPicture('#abcdef').tiff().toBuffer()],
  ])('%s', async (_, made) => {
    const file = typeof made === 'string' ? Buffer.from(made, 'latin1') : await made()
    expect(await refused(file, { name: 'cake.png' })).toEqual({
      status: 415,
      detail: kinds,
      errors: { image: kinds },
    })
  })

  it('a HEIC, with a word on how to mend it', async () => {
    const { status, detail } = await refused(
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    )
    expect([status, detail]).toEqual([415, expect.stringMatching(/HEIC.*Save it as JPEG/)])
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a JPEG', () => plainPicture('#aa0000', 400, 300).jpeg().toBuffer().then(cut)],
    ['a PNG', () => sharp(noise).png().toBuffer().then(cut)],
    ['a WebP', () => sharp(noise).webp().toBuffer().then(cut)],
    ['an AVIF', () => sharp(noise).avif({ effort: 0 }).toBuffer().then(cut)],
    ['a PNG with less in it than it says', () => claimingPng(4000, 4000)],
  ])('%s that is cut short', async (_, made) => {
    expect(await refused(await made())).toEqual({
      status: 422,
      detail: damaged,
      errors: { image: damaged },
    })
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a few bytes that claim 30000 × 30000', () => claimingPng(30_000, 30_000)],
    ['a strip without an end', () => claimingPng(1, 60_000)],
    ['a small file of 51 million pixels', () => packedPng(7500, 6800)],
  ])('a bomb: %s', async (_, made) => {
    const file = await made()
    expect(file.length).toBeLessThan(1024 * 1024)
    expect(await refused(file)).toEqual({ status: 422, detail: huge, errors: { image: huge } })
  })

  it.each([
    ['a little more than 10 MB', 10 * 1024 * 1024 + 1],
    ['30 MB', 30 * 1024 * 1024],
  ])('a file of %s', async (_, size) => {
    const file = Buffer.concat([await plainPicture('#00aa00').png().toBuffer(), Buffer.alloc(size)])
    expect(await refused(file)).toMatchObject({
      status: 413,
      detail: 'The file is larger than 10 MB. Please choose a smaller one.',
    })
  })

  it('30 MB that do not say how much they are', async () => {
    let left = 30
    const body = new ReadableStream({
      pull(controller) {
        if (left === 30)
          controller.enqueue(
            bytes('--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n'),
          )
        if (left === 0) return controller.close()
        left -= 1
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body, headers, duplex: 'half' }
    expect((await shop.api.request('/cakes/upload', init)).status).toBe(413)
    expect(left, 'what comes after the limit is not even read').toBeGreaterThan(10)
  })

  it('no file', async () => {
    for (const fill of [
      () => {},
      (form: FormData) => form.set('image', 'text'),
      (form: FormData) => form.set('image', new File([], 'empty.png')),
    ]) {
      const form = new FormData()
      fill(form)
      const answer = await shop.api.request('/cakes/upload', { method: 'POST', body: form })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        expect.objectContaining({ errors: { image: 'Choose a file.' } }),
      ])
    }
  })

  it.each(['Content-Disposition', 'content-disposition'])(
    'with so many parts, each with %s, that reading them would take seconds',
    async (header) => {
      const part = `--b\r\n${header}: form-data; name="a"\r\n\r\n\r\n`
      const answer = await shop.api.request('/cakes/upload', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: `${part.repeat(10_000)}--b--\r\n`,
      })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        expect.objectContaining({ errors: { image: 'Choose one file.' } }),
      ])
    },
  )

  it('from another site', async () => {
    const picture = await plainPicture('#fafafa').png().toBuffer()
    const { status } = await refused(picture, { headers: { origin: 'https://evil.example' } })
    expect(status).toBe(403)
  })

  it('too often from one address, unless it is the baker', async () => {
    const strict = await openTestShop({ limits: { attemptsPerHour: 2, attemptsByMany: 3 } })
    const { token } = await strict.admin()
    const asha = await strict.customer()
    const picture = await plainPicture('#777777').png().toBuffer()
    const asBaker = { to: strict, headers: { authorization: `Bearer ${token}` } }
    for (let n = 0; n < 4; n += 1) expect((await upload(picture, asBaker)).status).toBe(200)
    expect((await upload(picture, { to: strict })).status).toBe(200)
    await refused(bytes('not a picture'), { to: strict })
    const { status, detail } = await refused(picture, { to: strict })
    expect([status, detail]).toEqual([
      429,
      'Too many attempts. Please wait 60 minutes and try again.',
    ])
    const asCustomer = { to: strict, headers: { authorization: `Bearer ${asha.token}` } }
    for (let n = 0; n < 3; n += 1) expect((await upload(picture, asCustomer)).status).toBe(200)
    expect((await refused(picture, asCustomer)).status).toBe(429)
    await strict.close()
  })

  it('when so many were stored in a day that strangers would fill the disk, unless by the baker', async () => {
    const full = await openTestShop()
    const { token } = await full.admin()
    await full.context.db.execute(sql`
      insert into pictures (id, width, height, colour, placeholder, created_at)
        select 'p' || n, 1, 1, '#000000', '', ${full.context.clock.now().toISOString()}::timestamptz
        from generate_series(1, 3000) n`)
    const picture = await plainPicture('#787878').png().toBuffer()
    const { status, detail } = await refused(picture, { to: full })
    expect([status, detail]).toEqual([503, expect.stringContaining('no more pictures today')])
    const asBaker = { to: full, headers: { authorization: `Bearer ${token}` } }
    expect((await upload(picture, asBaker)).status).toBe(200)
    await full.close()
  })
})

const noise = {
  create: {
    width: 400,
    height: 300,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 50 },
  },
} as const
