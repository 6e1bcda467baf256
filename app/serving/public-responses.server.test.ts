import { describe, expect, it } from 'vitest'
import { cacheKey } from './public-responses.server.ts'

const publicKey = (address: string) => cacheKey(new URL(`http://shop.test${address}`))
const keyOf = (address: string) => publicKey(address)?.url

describe('a page that is the same for everybody', () => {
  it.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/About', '/about'],
    ['/ABOUT/', '/about'],
    ['/contact', '/contact'],
    ['/CustomizeCake', '/customizecake'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
    ['/refunds', '/refunds'],
    ['/products', '/products'],
    ['/singleproduct/truffle-cake', '/singleproduct/truffle-cake'],
    ['/SingleProduct/Truffle-Cake/', '/singleproduct/truffle-cake'],
  ])('%s is %s', (address, key) => {
    expect(keyOf(address)).toBe(key)
  })

  it.each(['/', '/about', '/singleproduct/truffle'])('%s has no parameters', (page) => {
    expect(keyOf(`${page}?utm_source=mail&token=secret&text=mango`)).toBe(page)
    expect(keyOf(`${page}#featured`)).toBe(page)
  })
})

describe('the catalogue', () => {
  it.each([
    ['?text=%00', ''],
    ['?text=man%00go', '?text=mango'],
    ['?text=mango', '?text=mango'],
    ['?sort=highest&text=mango', '?text=mango&sort=highest'],
    ['?text=mango&sort=highest', '?text=mango&sort=highest'],
    ['?sort=lowest&view=grid&egg=all&text=', ''],
    ['?sort=up&view=cube&egg=boiled&price=many', ''],
    ['?utm_source=mail&fbclid=x&text=mango', '?text=mango'],
    ['?text=mango&text=lemon', '?text=mango'],
    ['?text=%20mango%20cake%20', '?text=mango+cake'],
    ['?__proto__=x&constructor=y', ''],
  ])('%s is %s', (query, key) => {
    expect(keyOf(`/products${query}`)).toBe(`/products${key}`)
    expect(keyOf(`/Products/${query}`)).toBe(`/products${key}`)
  })

  it('has one address a search, which is its own', () => {
    const key = keyOf('/products?view=list&price=900&egg=Eggless&category=Chocolate&flavour=Cocoa')
    expect(keyOf(key ?? '')).toBe(key)
  })
})

describe('a key is bounded', () => {
  const isBounded = (url: string) => publicKey(url)?.isBounded

  it.each([
    '/',
    '/about',
    '/singleproduct/truffle',
    '/products',
    '/products?egg=Eggless&ready=same-day&sort=a-z&view=list',
    '/api/v1/cakes/allcakes',
    '/api/v1/cakes/allcakes?limit=24',
    '/api/v1/cakes/truffle',
  ])('of %s', (address) => {
    expect(isBounded(address)).toBe(true)
  })

  it.each([
    '/products?text=mango',
    '/products?price=900',
    '/products?flavour=anything',
    '/products.data?text=a&category=Fruit',
    '/api/v1/cakes/allcakes?cursor=truffle',
    '/api/v1/cakes/allcakes?limit=24&cursor=truffle',
    '/api/v1/cakes/search?text=mango',
  ])('not of %s: visitors can think of any number', (address) => {
    expect(isBounded(address)).toBe(false)
  })
})

describe('a data request of the router', () => {
  it.each([
    ['/about.data', '/about.data'],
    ['/About.data?_routes=root', '/about.data'],
    ['/_.data', '/_.data'],
    ['/products.data?sort=highest&text=mango&x=1', '/products.data?text=mango&sort=highest'],
    ['/singleproduct/truffle.data', '/singleproduct/truffle.data'],
  ])('%s is a page of its own, %s', (address, key) => {
    expect(keyOf(address)).toBe(key)
  })
})

describe('a call that reads the catalogue', () => {
  it.each([
    ['/cakes/allcakes', '/cakes/allcakes'],
    ['/cakes/allcakes?junk=1&limit=', null],
    ['/cakes/allcakes?utm_source=1..9', '/cakes/allcakes'],
    ['/cakes/allcakes?limit=24&junk=1', '/cakes/allcakes?limit=24'],
    ['/cakes/allcakes?limit=024', '/cakes/allcakes?limit=24'],
    ['/cakes/allcakes?limit=2.4e1', '/cakes/allcakes?limit=24'],
    ['/cakes/allcakes?cursor=rose&limit=5', '/cakes/allcakes?limit=5&cursor=rose'],
    ['/cakes/allcakes?limit=101', null],
    ['/cakes/allcakes?limit=many', null],
    ['/cakes/allcakes?cursor=%00', null],
    ['/cakes/truffle?token=secret', '/cakes/truffle'],
    ['/cakes/tr%C3%BCffel', null],
    ['/cakes/truffle/', null],
    ['/cakes/export', null],
    ['/cakes/importtemplate', null],
    ['/Cakes/truffle', null],
    ['/users/me', null],
  ])('%s is %s', (address, key) => {
    expect(keyOf(`/api/v1${address}`)).toBe(key === null ? undefined : `/api/v1${key}`)
  })
})

describe('a page of one visitor has no key', () => {
  it.each([
    '/login',
    '/register',
    '/yourorder',
    '/yourOrder.data',
    '/order',
    '/shipping',
    '/confirmOrder',
    '/admin',
    '/admin/addcake',
    '/reset-password',
    '/unsubscribe?token=x',
    '/api/v1/orders',
  ])('%s', (address) => {
    expect(publicKey(address)).toBeNull()
  })
})

describe('a path that leads nowhere has no key', () => {
  it.each([
    '/nothing',
    '/_root.data',
    '/about/us',
    '/singleproduct',
    '/singleproduct/',
    '/singleproduct/a/b',
    '//about',
    '/about/.data',
    '/about.data/',
    '/about.html',
    '/%61bout',
  ])('%s', (address) => {
    expect(publicKey(address)).toBeNull()
  })
})
