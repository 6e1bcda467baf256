import { get } from 'node:http'
import { signIn, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

const cachedPages = [
  '/',
  '/about',
  '/products',
  '/products?flavour=Mango&view=list',
  '/singleproduct/rasmalai-cake',
  '/contact',
  '/privacy',
  '/terms',
  '/refunds',
  '/api/v1/cakes/allcakes?limit=24',
  '/api/v1/cakes/rasmalai-cake',
]

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A bare request: nothing is unpacked, kept or added on the way. */
function fetchBare(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    request.on('error', reject)
  })
}

for (const path of cachedPages) {
  test(`${path} is one page for everybody, kept and not sent twice`, async ({ page, shop }) => {
    const address = `${shop.address}${path}`
    const headers = { 'accept-encoding': 'br' }
    const first = await fetchBare(address, headers)
    expect(first).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } })
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]+"$/)

    const second = await fetchBare(address, headers)
    expect(second.headers.etag).toBe(tag)
    expect(second.body.equals(first.body)).toBe(true)

    const known = await fetchBare(address, { ...headers, 'if-none-match': tag })
    expect(known).toMatchObject({ status: 304, headers: { etag: tag } })
    expect(known.body).toHaveLength(0)

    const customer = await signIn(page)
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const hers = await fetchBare(address, { ...headers, cookie })
    expect(hers.headers['set-cookie']).toBeUndefined()
    expect(hers.headers.etag).toBe(tag)
    expect(hers.body.equals(first.body)).toBe(true)
    const plain = await fetchBare(address, { cookie })
    expect(plain.body.toString()).not.toContain(customer.email)
  })
}

test('a page first requested by someone logged in holds nothing of theirs', async ({
  page,
  shop,
}) => {
  const customer = await signIn(page)
  await visit(page, '/singleproduct/bento-cake')
  const { body } = await fetchBare(`${shop.address}/singleproduct/bento-cake`)
  expect(body.toString()).not.toContain(customer.email)
  expect(body.toString()).not.toContain(customer.name)
})

test('wherever nothing is, there is one page that says so', async ({ page, shop, trouble }) => {
  trouble.expect(404, /junk/)
  for (const [heading, ...paths] of [
    [/lost/, '/junk', '/about/junk', '/index.php?junk=1'],
    [/on sale/, '/singleproduct/junk', '/SingleProduct/more-junk/'],
  ] as const) {
    const answers = await Promise.all(paths.map((path) => fetchBare(`${shop.address}${path}`)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(answers[0]?.body.toString()).toContain('noindex')
    await visit(page, paths[1] ?? '')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('pages of one customer are not kept anywhere', async ({ page }) => {
  await signIn(page)
  for (const path of ['/shipping', '/yourorder', '/login']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.headers()['cache-control'], path).toContain('no-store')
  }
})
