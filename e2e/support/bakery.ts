import type { APIRequestContext } from '@playwright/test'
import { admin, callApi } from './admin-steps.ts'
import { photo } from './pictures.ts'
import { test as base, expect } from './shop-test.ts'

export { expect }

export interface BakedCake {
  id: string
  name: string
  /** Its page in the shop. */
  path: string
}

/** An admin at work elsewhere, by the API. */
export interface Bakery {
  request: APIRequestContext
  /** A cake of the walk's own, in the shop until the walk ends; its fields by the names of the API. */
  addCake(fields?: { name: string } & Record<string, unknown>): Promise<BakedCake>
  call<Answer>(path: string, data: object): Promise<Answer>
}

/** A walk beside which somebody bakes; the shop has its 30 cakes again when it ends, whoever baked more. */
export const test = base.extend<{ bakery: Bakery }>({
  bakery: [
    async ({ playwright, baseURL, extraHTTPHeaders }, use) => {
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
      await callApi(request, '/users/login', admin)
      const before = await cakesInShop(request)
      const baked = new Set<string>()
      await use({
        request,
        call: (path, data) => callApi(request, path, data),
        async addCake(fields = { name: 'Fig Cake' }) {
          const image = await sendPhoto(request)
          const { id } = await callApi<{ id: string }>(request, '/cakes/addcake', {
            ...figCake,
            image,
            ...fields,
          })
          baked.add(id)
          return { id, name: fields.name, path: `/singleproduct/${id}` }
        },
      })
      const more = (await cakesInShop(request)).difference(before)
      for (const id of baked.union(more)) {
        const gone = await request.post('/api/v1/cakes/deletecake', { data: { id } })
        // The walk itself may have deleted it.
        expect([200, 404]).toContain(gone.status())
      }
      await request.dispose()
    },
    { auto: true },
  ],
})

async function cakesInShop(request: APIRequestContext): Promise<Set<string>> {
  const answer = await request.get('/api/v1/cakes/allcakes')
  return new Set(((await answer.json()) as { _id: string }[]).map(({ _id }) => _id))
}

const figCake = {
  price: 900,
  flavours: ['Fig', 'Honey'],
  weight: ['0.5', '1'],
  egg: 'Eggless',
  category: 'Figs',
  description: 'Fresh figs on almond sponge.',
  stars: 4,
}

async function sendPhoto(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/cakes/upload', {
    multipart: { image: await photo('#8b1e3f') },
  })
  expect(answer.status()).toBe(200)
  const { downloadURL } = (await answer.json()) as { downloadURL: string }
  return downloadURL
}
