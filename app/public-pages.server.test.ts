import { describe, expect, it } from 'vitest'
import { publicPageOf } from './public-pages.server.ts'

const pageOf = (address: string) => publicPageOf(new URL(`http://shop.test${address}`))
const keyOf = (address: string) => pageOf(address)?.address

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

describe('a page is kept', () => {
  const isKept = (address: string) => pageOf(address)?.kept

  it.each([
    '/',
    '/about',
    '/singleproduct/truffle',
    '/products',
    '/products?category=Fruit&sort=a-z',
  ])('of %s', (address) => {
    expect(isKept(address)).toBe(true)
  })

  it.each(['/products?text=mango', '/products?price=900', '/products.data?text=a&category=Fruit'])(
    'not of %s, because there is no end of such pages',
    (address) => {
      expect(isKept(address)).toBe(false)
    },
  )
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

describe('a page of somebody’s own is never kept', () => {
  it.each([
    '/cart',
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
    '/api/v1/cakes/allcakes',
  ])('%s', (address) => {
    expect(pageOf(address)).toBeNull()
  })
})

describe('an address that leads nowhere is not kept either', () => {
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
    expect(pageOf(address)).toBeNull()
  })
})
