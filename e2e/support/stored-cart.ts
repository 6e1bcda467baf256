import type { Page } from '@playwright/test'

export const cartKey = 'cakewala:cart'

/** What the browser keeps of the cart, as it is. */
export function storedCart(page: Page) {
  return page.evaluate((key) => localStorage.getItem(key), cartKey)
}

/** Puts text where the cart is kept, on a page of the shop. Pages read it when they are loaded. */
export function storeCart(page: Page, text: string) {
  return page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [cartKey, text],
  )
}

/** A customised cake as the specification's cart has it. */
export const customLine = {
  id: 'a1b2c3d4',
  cakeid: 'a1b2c3d4',
  name: 'Customized Cake',
  category: 'Customized Cake',
  flavour: 'Mango',
  wt: '2',
  amount: 1,
  bname: 'Happy Birthday Ravi',
  customize: true,
  detail: 'A blue elephant',
  isConfirmed: 'processing',
  image: [],
  price: 0,
  stock: 5,
  max: 5,
}
