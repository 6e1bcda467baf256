import { expect, it } from 'vitest'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { privateMeta, smallPrintOf } from './shown-shop.ts'

const shop = {
  name: 'Cakewala',
  fssai: '11223344556677',
  gst: 'regular',
  gstin: '29ABCDE1234F1ZW',
  isSample: true,
} as ShopDetails

it('names the licence and the registration, and says what prices include', () => {
  expect(smallPrintOf(shop)).toBe(
    '© Cakewala · FSSAI licence 11223344556677 · GSTIN 29ABCDE1234F1ZW · Prices include all taxes · A shop to try: its details, words and pictures are samples',
  )
})

it('of a shop that is not registered has no word of tax', () => {
  const own = {
    legalName: 'Pooja Kulkarni',
    gst: 'unregistered',
    gstin: '',
    isSample: false,
  } as const
  expect(smallPrintOf({ ...shop, ...own })).toBe('© Pooja Kulkarni · FSSAI licence 11223344556677')
})

it.each([
  [[{ id: 'root', loaderData: { shop: { name: 'Ovenly' } } }], 'Login | Ovenly'],
  [[{ id: 'root' }, undefined], 'Login | Cakewala'],
])('a title ends with the name of the shop, where it is known', (matches, title) => {
  expect(privateMeta(matches, 'Login')).toContainEqual({ title })
})
