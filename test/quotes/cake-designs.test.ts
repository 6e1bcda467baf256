import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawCake } from '#shop/custom-cakes/designer/draw-cake.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import {
  type CakeDesign,
  cakeParts,
  designDescription,
  designOptions,
  firstDesign,
  isCakeDesign,
  randomDesign,
} from '../../app/shop/custom-cakes/cake-design.ts'
import { cakeDesignSchema } from '../../app/shop/custom-cakes/draw-design.server.ts'
import { decodeDrawing, decodePicture } from '../../app/shop/pictures/encode-picture.server.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

interface Drawn {
  downloadURL: string
  picture: { id: string; width: number; height: number }
}

const everyDesign: CakeDesign[] = designOptions('shape').flatMap((shape) =>
  designOptions('tiers').flatMap((tiers) =>
    designOptions('colour').flatMap((colour) =>
      designOptions('drip').flatMap((drip) =>
        designOptions('topping').map((topping) => ({ shape, tiers, colour, drip, topping })),
      ),
    ),
  ),
)

describe('a design', () => {
  it('is told from what is none', () => {
    expect(everyDesign.filter((design) => !isCakeDesign(design))).toEqual([])
    expect(everyDesign.filter((design) => !cakeDesignSchema.safeParse(design).success)).toEqual([])
    for (const none of [null, 'round', {}, { ...firstDesign, colour: 'toString' }]) {
      expect(isCakeDesign(none)).toBe(false)
    }
  })

  it.each<[Partial<CakeDesign>, string]>([
    [{}, 'A round cake of two tiers in blush pink, with a chocolate drip and strawberries'],
    [{ drip: 'none' }, 'A round cake of two tiers in blush pink, with strawberries'],
    [
      { topping: 'none', drip: 'white' },
      'A round cake of two tiers in blush pink, with a white chocolate drip',
    ],
    [
      { shape: 'heart', tiers: 'one', colour: 'velvet', drip: 'none', topping: 'none' },
      'A heart-shaped cake of one tier in red velvet',
    ],
  ])('%o is told in a sentence', (change, sentence) => {
    expect(designDescription({ ...firstDesign, ...change })).toBe(sentence)
  })

  it('by chance is another one, whatever chance says', () => {
    for (const chance of [0, 0.2, 0.5, 0.999]) {
      const other = randomDesign(firstDesign, () => chance)
      expect(isCakeDesign(other)).toBe(true)
      expect(other).not.toEqual(firstDesign)
      expect(randomDesign(other, () => chance)).not.toEqual(other)
    }
  })

  it('is told like no other', () => {
    expect(new Set(everyDesign.map(designDescription)).size).toBe(everyDesign.length)
  })
})

describe('the drawing', () => {
  it('of every design is its own, light, and refers to nothing but itself', () => {
    const drawings = everyDesign.map(drawCake)
    expect(new Set(drawings).size).toBe(everyDesign.length)
    for (const svg of drawings) {
      expect(svg.length).toBeLessThan(18 * 1024)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<image|<script|<style/)
      expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const meant = [...svg.matchAll(/(?:href="|url\()#([^")]+)/g)].map(([, id]) => id)
      expect(meant.filter((id) => !ids.includes(id))).toEqual([])
    }
  })

  it('is the same each time', () => {
    expect(drawCake(firstDesign)).toBe(drawCake({ ...firstDesign }))
  })

  it.each(
    cakeParts.flatMap((part) => designOptions(part).map((option) => [part, option] as const)),
  )('with %s %s becomes pixels', async (part, option) => {
    const { width, height, pixels } = await decodeDrawing(
      drawCake({ ...firstDesign, [part]: option }),
    )
    expect([width, height]).toEqual([960, 960])
    const { channels } = await sharp(pixels, { raw: { width, height, channels: 3 } }).stats()
    expect(channels.every(({ stdev }) => stdev > 10)).toBe(true)
  })

  it('is not taken from anybody', async () => {
    await expect(decodePicture(Buffer.from(drawCake(firstDesign)))).rejects.toMatchObject({
      code: 'unsupported_media',
    })
  })
})

describe('POST /cakes/design', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({
      limits: { attemptsPerHour: 6 },
    })
  })
  afterAll(() => shop.close())

  it('keeps the picture once, and serves it', async () => {
    const { status, body } = await shop.post<Drawn>('/cakes/design', firstDesign)
    expect(status).toBe(200)
    expect(body.downloadURL).toBe(`/pictures/${body.picture.id}/640.webp`)
    expect(body.picture).toMatchObject({ width: 960, height: 960 })
    const again = await shop.post<Drawn>('/cakes/design', { ...firstDesign })
    expect(again.body).toEqual(body)
    const kept = await shop.context.files.get(body.downloadURL.slice(1))
    expect((await sharp(Buffer.from(kept ?? [])).metadata()).width).toBe(640)
    const rows = await shop.context.db.select({ id: pictures.id }).from(pictures)
    expect(rows.filter(({ id }) => id === body.picture.id)).toHaveLength(1)
  })

  it('can be requested only so often from one address, except by the shop', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      statuses.push((await shop.post('/cakes/design', firstDesign)).status)
    }
    expect(statuses).toContain(429)
    const { token } = await shop.admin()
    expect((await shop.post('/cakes/design', firstDesign, token)).status).toBe(200)
  })
})
