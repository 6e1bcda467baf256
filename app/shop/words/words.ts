import type { Picture, PictureShape } from '#shop/pictures/picture.schema.ts'

/** Something that the shop says of itself. */
interface Word {
  /** What it is, as the owner reads it. */
  label: string
  /** What the sample says, as the specification has it where it fixes the words. */
  sample: string
  /** What a shop for customers says until its owner changes it: '' where the sample promises something. */
  opening: string
  /** Lines of its field; one if left out. */
  rows?: number
  /** A place for the owner's own picture: the words stand below it. */
  hasPicture?: true
  /** A picture without words. */
  isBare?: true
}

const promise = (label: string, sample: string, rows?: number): Word => ({
  label,
  sample,
  opening: '',
  rows,
})

const plain = (label: string, sample: string, rows?: number): Word => ({
  label,
  sample,
  opening: sample,
  rows,
})

const place = (label: string): Word => ({ label, sample: '', opening: '', hasPicture: true })

const careOfCake = [
  'Please do not squeeze the sides of the box while holding it.',
  'Keep the cake in a cool place, out of sunlight.',
  'Cover any leftovers and keep them in the refrigerator.',
].join('\n')

/** What the owner may change, by page. What is empty is not shown. */
export const words = {
  home: {
    logo: { ...place('Logo, on pages, emails and papers'), isBare: true },
    hero: { ...place('The large picture'), isBare: true },
    aboveHeadline: promise('Above the headline', 'Baked fresh for every order'),
    headline: plain('Headline', 'Handcrafted cakes and pastries for every celebration'),
    belowHeadline: promise(
      'Below the headline',
      'Real cream, fresh fruit and your message on top, delivered to your door.',
      2,
    ),
    banner: plain('On the picture of boxes', 'Boxed with care, delivered with a smile'),
    delivery: promise('Service: delivery', 'Fast and free delivery'),
    deliveryText: promise('About delivery', 'Your cake arrives fresh, at the time you choose.', 2),
    contact: promise('Service: at the door', 'Non-contact shipping'),
    contactText: promise(
      'About the door',
      'Prefer not to meet? We’ll leave your cake at the door in a sealed box.',
      2,
    ),
    money: promise('Service: money back', 'Money-back guarantee'),
    moneyText: promise('About money back', 'If your cake isn’t right, we’ll refund you.', 2),
    payment: plain('Service: payment', 'Secure payment'),
    paymentText: plain(
      'About payment',
      'Your card details go straight to the payment provider. We never see them.',
      2,
    ),
  },
  cake: {
    available: { label: 'Available', sample: 'In Stock', opening: 'Baked to order' },
    deal: promise('Beside the price', 'Deal of the Day'),
    fastBadge: promise('Badge with the lorry', 'Fast Delivery'),
    freshBadge: promise('Badge with the cake', 'Fresh & spongy'),
    goldenBadge: promise('Badge with the medal', 'Golden Delivered'),
    daysBadge: promise('Badge with the calendar', '2 days freshness'),
    instructions: {
      label: 'Delivery instructions, one a line',
      sample: [
        'Your cake is hand-delivered in a good quality cardboard box.',
        'A candle and a knife are included, subject to availability.',
        careOfCake,
      ].join('\n'),
      opening: careOfCake,
      rows: 6,
    },
  },
  customize: {
    guide: { label: 'What customised cakes cost', sample: '', opening: '', rows: 3 },
  },
  about: {
    title: promise('Title', 'A small bakery that takes its time'),
    text: promise(
      'Your story',
      'We would rather bake forty good cakes a day than four hundred. Our sponges are baked fresh, our fruit is cut the same morning, and we use only real cream.\nWe bake the classics, such as black forest, cheesecake and red velvet, and cakes that taste of home: rasmalai, kesar pista, gulab jamun, and motichoor with rabdi.',
      8,
    ),
    first: promise('First promise', 'Baked for you'),
    firstText: promise(
      'About the first promise',
      'We bake every cake after you order it. Nothing sits on a shelf.',
      2,
    ),
    second: plain('Second promise', 'Clearly marked'),
    secondText: plain(
      'About the second promise',
      'Eggless cakes carry the green mark, and cakes with egg the brown one.',
      2,
    ),
    third: plain('Third promise', 'Clear prices'),
    thirdText: plain(
      'About the third promise',
      'Cakes are priced by weight, pastries by the piece. Shipping is shown before you pay.',
      2,
    ),
    shop: place('Your shop'),
    people: place('Your people'),
    hands: place('Hands at work'),
  },
} satisfies Record<string, Record<string, Word>>

export type WordsPage = keyof typeof words

/** The words of a page as they are shown, by their name. */
export type WordsOf<Page extends WordsPage> = Readonly<Record<keyof (typeof words)[Page], string>>

/** What the owner has saved under a name such as `home.headline`. */
export interface SavedWord {
  text: string
  picture: PictureShape | null
}

export type SavedWords = ReadonlyMap<string, SavedWord>

/** A page's words: what the owner saved, else what a sample or a shop for customers begins with. */
export function wordsOf<Page extends WordsPage>(
  page: Page,
  saved: SavedWords,
  isSample: boolean,
): WordsOf<Page> {
  const shown = namedWords(page).map(([name, { sample, opening }]) => [
    name,
    saved.get(`${page}.${name}`)?.text ?? (isSample ? sample : opening),
  ])
  return Object.fromEntries(shown)
}

/** The owner's own pictures of a page, with the words below them, or else what the place is for. */
export function picturesOf(page: WordsPage, saved: SavedWords): Picture[] {
  return namedWords(page).flatMap(([name, { label }]) => {
    const { text = '', picture = null } = saved.get(`${page}.${name}`) ?? {}
    return picture ? [{ ...picture, alt: text || label }] : []
  })
}

/** The words of a page, with their names. */
export function namedWords(page: WordsPage): [name: string, word: Word][] {
  return Object.entries(words[page])
}

export const wordsPages = Object.keys(words) as WordsPage[]

/** The keys of the sample's words that promise something, until the owner says them or others. */
export function samplePromises(saved: SavedWords): string[] {
  return [...allWords].flatMap(([key, { sample, opening }]) =>
    opening !== sample && !saved.has(key) ? key : [],
  )
}

/** Saved under this name: the owner has opened the shop. One that had sold when this was new is open too. */
export const openedKey = 'shop.opened'

/** By the name under which each is saved. */
export const allWords: ReadonlyMap<string, Word> = new Map(
  wordsPages.flatMap((page) =>
    namedWords(page).map(([name, word]) => [`${page}.${name}`, word] as const),
  ),
)

/** Under which an own page is saved: its path without the first slash. */
export const ownPagePattern = /^(occasions|areas)\/[a-z0-9]+(-[a-z0-9]+)*$/

/** An area's name ends with its pincode: 'indiranagar-560038'. */
export function ownPageKey(slug: string): string {
  return `${/-[1-8]\d{5}$/.test(slug) ? 'areas' : 'occasions'}/${slug}`
}

/** A page for an occasion or an area, in the owner's own words. */
export interface OwnPage {
  /** '/occasions/birthday', '/areas/indiranagar-560038' */
  path: string
  title: string
  paragraphs: string[]
}

/** Those that have words, by their paths: the first line is the title. */
export function ownPages(saved: SavedWords): OwnPage[] {
  const sorted = [...saved].sort(([a], [b]) => a.localeCompare(b))
  return sorted.flatMap(([key, { text }]) => {
    const [title, ...paragraphs] = text.split('\n').filter(Boolean)
    return title && ownPagePattern.test(key) ? [{ path: `/${key}`, title, paragraphs }] : []
  })
}
