import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebServer } from '#platform/process/web-server.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { newZone, saveSettings, settings } from '../support/delivery.ts'
import { createTestCache, listen } from '../support/listening-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let web: WebServer
let site: string
const responseCache = createTestCache()

beforeAll(async () => {
  shop = await openTestShop()
  site = shop.context.shop.publicUrl
  web = await listen(shop, { responseCache })
  const look = { width: 1, height: 1, colour: '#ffffff', placeholder: 'data:image/webp;,' }
  await shop.context.db.insert(pictures).values({ id: 'rose', ...look })
  await shop.addCake({
    id: 'rose',
    name: 'Rose "Gulab" Cake',
    description: 'Soft,\n\tand\tpink.',
    price: 900,
    weight: ['1', '0.5'],
    category: 'Floral',
    pictures: [{ id: 'rose', alt: '' }],
  })
  await shop.addCake({ id: 'bare' })
  await shop.addCake({ id: 'gone', hidden: true })
})
afterAll(async () => {
  await web.close()
  await shop.close()
})

async function read(path: string) {
  const { port } = web.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  expect([response.status, response.headers.get('etag')]).toEqual([200, expect.any(String)])
  return { type: response.headers.get('content-type'), text: await response.text() }
}

it('robots.txt leads to the sitemap, and away from what is not for search engines', async () => {
  const { type, text } = await read('/robots.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`)
  expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\nDisallow: \/admin\n/)
})

it('the sitemap has every public page, and each cake that is shown with its last change', async () => {
  const { type, text } = await read('/sitemap.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  const pages = ['/', '/products', '/about', '/contact', '/customizecake']
  const policies = ['/privacy', '/terms', '/refunds']
  const cakes = ['/singleproduct/bare', '/singleproduct/rose']
  const found = [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address)
  const expected = [...pages, ...policies, ...cakes].map((path) => site + path)
  expect(found.toSorted()).toEqual(expected.toSorted())
  const changed = /rose<\/loc><lastmod>(.+?)<\/lastmod>/.exec(text)?.[1] ?? ''
  expect(Math.abs(Date.parse(changed) - Date.now())).toBeLessThan(60_000)
})

it('the owner’s pages for occasions and areas are in the sitemap while they are shown', async () => {
  const { token } = await shop.admin()
  const save = async (words: Record<string, string>) => {
    const body = { words: Object.entries(words).map(([key, text]) => ({ key, text })) }
    return (await shop.post('/words', body, token)).status
  }
  const own = async () => {
    responseCache.clear()
    const { text } = await read('/sitemap.xml')
    return [...text.matchAll(/<loc>[^<]+(\/(?:occasions|areas)\/.+?)<\/loc>/g)].map(
      ([, path]) => path,
    )
  }
  const [birthday, area] = ['occasions/birthday', 'areas/indiranagar-560038']
  expect(await save({ [birthday]: 'Birthday cakes\nOurs.', [area]: 'Cakes in Indiranagar' })).toBe(
    200,
  )
  expect(await own()).toEqual([`/${area}`, `/${birthday}`])
  expect(await save({ [birthday]: '' })).toBe(200)
  expect(await own()).toEqual([`/${area}`])
  await saveSettings(shop, token, settings({ zones: [newZone({ pincodes: ['560001'] })] }))
  expect(await own()).toEqual([])
  for (const key of ['areas/', 'occasions/a b', 'occasions/../x', 'pages/birthday']) {
    expect(await save({ [key]: 'Cakes' }), key).toBe(422)
  }
})

it('the product feed has what a cake costs at least, and no cake that cannot be bought', async () => {
  const { type, text } = await read('/products.tsv')
  expect(type).toBe('text/tab-separated-values; charset=utf-8')
  expect(parse(text, { delimiter: '\t', columns: true })).toEqual([
    {
      id: 'rose',
      title: 'Rose "Gulab" Cake',
      description: 'Soft, and pink.',
      link: `${site}/singleproduct/rose`,
      image_link: `${site}/pictures/rose/960.webp`,
      availability: 'in_stock',
      availability_date: '',
      price: '450.00 INR',
      brand: shop.context.shop.name,
      condition: 'new',
      identifier_exists: 'no',
      product_type: 'Floral',
    },
  ])
  const feedSays = async (days: object) => {
    await shop.editCake(days, 'rose')
    responseCache.clear()
    return parse((await read('/products.tsv')).text, { delimiter: '\t', columns: true })[0]
  }
  expect(await feedSays({ fromDay: '2026-12-05' })).toMatchObject({
    availability: 'preorder',
    availability_date: '2026-12-05T00:00+05:30',
  })
  expect(await feedSays({ untilDay: '2026-11-01', fromDay: null })).toMatchObject({
    availability: 'out_of_stock',
    availability_date: '',
  })
})
