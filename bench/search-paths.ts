const texts = [
  ...['mango', 'chocolate', 'choclate', 'cake', 'straw', 'rose birthday', 'pistacio', 'lemon 12'],
  ...['coffe', 'wedding', 'caramel clasic', 'festive', 'cocoa fruit', 'vanila', 'no such thing'],
]
const filters = [
  '',
  '&category=Fruit',
  '&flavour=Mango',
  '&egg=Eggless',
  '&price=900',
  '&category=Birthday&egg=Eggless&price=1200.5',
]
const sorts = ['', '&sort=highest', '&sort=a-z', '&sort=z-a']

/**
 * What visitors look for, with typing mistakes, filters and every order; none of it is kept. As the browser asks when it
 * has a page of the shop already: the finding without its HTML.
 */
export const searchPaths: string[] = texts.flatMap((text) =>
  filters.flatMap((filter) =>
    sorts.map((sort) => `/products.data?text=${encodeURIComponent(text)}${filter}${sort}`),
  ),
)

/** The same as whole pages. */
export const searchPages: string[] = searchPaths.map((path) => path.replace('.data?', '?'))
