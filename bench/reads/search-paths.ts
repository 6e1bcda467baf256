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

/** Pages of about 24 cakes. */
const limits = [24, 20, 28, 21, 27, 22, 26, 23, 25]

/**
 * What visitors look for, with typing mistakes, filters and every order: some thousand searches, more than are cached, so that
 * each is uncached if they are requested in turn.
 */
export const searchPaths: string[] = limits.flatMap((limit) =>
  texts.flatMap((text) =>
    filters.flatMap((filter) =>
      sorts.map(
        (sort) =>
          `/api/v1/cakes/search?text=${encodeURIComponent(text)}${filter}${sort}&limit=${limit}`,
      ),
    ),
  ),
)
