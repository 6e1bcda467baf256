import { describe, expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

const shop = { name: 'Meera Bakes', publicUrl: 'https://meera.example.in' }
const matches = [{ id: 'root', loaderData: { shop } }, undefined]
const page = { title: 'Cakes', description: 'All our cakes.', path: '/products' }

describe('pageMeta', () => {
  test('names the shop, and gives one absolute address whatever was asked for', () => {
    const meta = pageMeta(matches, page)
    expect(meta).toContainEqual({ title: 'Cakes | Meera Bakes' })
    const address = 'https://meera.example.in/products'
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: address })
    expect(meta).toContainEqual({ property: 'og:url', content: address })
  })

  test('the picture of a page takes the place of the usual one', () => {
    const meta = pageMeta(matches, { ...page, picture: '/pictures/a/960.webp' })
    expect(meta).toContainEqual({
      property: 'og:image',
      content: 'https://meera.example.in/pictures/a/960.webp',
    })
  })

  test('an error page without a root loader still has a title', () => {
    expect(pageMeta([], page)).toContainEqual({ title: 'Cakes | Cakewala' })
  })
})
