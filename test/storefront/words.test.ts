import { afterAll, describe, expect, it } from 'vitest'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { picturesInUse } from '#shop/privacy/privacy.store.server.ts'
import { currentWords, wordsChanged } from '#shop/words/words.store.server.ts'
import { picturesOf } from '#shop/words/words.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
const owner = await shop.admin()

const save = (...words: { key: string; text: string; image?: string }[]) =>
  shop.post<{ message: string }>('/words', { words }, owner.token)

const homeOf = (isSample: boolean) =>
  currentWords({ words: shop.context.words, shop: { ...shop.context.shop, isSample } }, 'home')

describe('the words of the shop', () => {
  it('are the sample’s in a shop to try, and promise nothing in one for customers', () => {
    expect(homeOf(true)).toMatchObject({
      delivery: 'Fast and free delivery',
      money: 'Money-back guarantee',
      payment: 'Secure payment',
    })
    expect(homeOf(false)).toMatchObject({ delivery: '', money: '', payment: 'Secure payment' })
  })

  it('are the owner’s once they are saved, for every page at once', async () => {
    const { status } = await save({ key: 'home.money', text: ' Cake back guarantee ' })
    expect(status).toBe(200)
    expect(homeOf(false).money).toBe('Cake back guarantee')
    expect(homeOf(true).money).toBe('Cake back guarantee')
    expect(shop.changed).toContain(wordsChanged)
    const [entry] = await listAuditLog(shop.context.db, { subject: 'words', limit: 1 })
    expect(entry).toMatchObject({
      action: 'save-words',
      before: { 'home.money': null },
      after: { 'home.money': 'Cake back guarantee' },
    })
  })

  it('are said once in a call', async () => {
    const twice = ['Fresh', 'Fresher'].map((text) => ({ key: 'cake.freshBadge', text, image: '' }))
    expect((await save(...twice)).body).toMatchObject({ errors: { words: 'Each only once' } })
  })

  it('say what customised cakes cost, in lines, if the owner says it', async () => {
    await save({ key: 'customize.guide', text: 'From ₹1,200 a kg\nFondant: from ₹1,800 a kg' })
    const { guide } = currentWords(shop.context, 'customize')
    expect(guide).toBe('From ₹1,200 a kg\nFondant: from ₹1,800 a kg')
  })

  it('can be left unsaid', async () => {
    await save({ key: 'home.delivery', text: '' })
    expect(homeOf(true).delivery).toBe('')
  })
})

describe('a picture of the owner', () => {
  it('stands on its page with its words, and stays while the page shows it', async () => {
    const stored = { id: 'team', width: 960, height: 720, colour: '#8b1e3f' }
    await shop.context.db.insert(pictures).values({ ...stored, placeholder: 'data:image/webp;,' })
    const image = '/pictures/team/320.webp'
    await save({ key: 'about.people', text: 'Asha and Ravi', image })
    const [picture] = picturesOf('about', shop.context.words.current())
    expect(picture).toMatchObject({ ...stored, alt: 'Asha and Ravi' })
    expect(await picturesInUse(shop.context.db, ['team'])).toContain('team')
    await save({ key: 'about.people', text: 'Asha and Ravi' })
    expect(picturesOf('about', shop.context.words.current())).toEqual([])
    expect(await picturesInUse(shop.context.db, ['team'])).not.toContain('team')
  })

  it('must be in the shop, and have a place', async () => {
    const gone = await save({ key: 'about.shop', text: '', image: '/pictures/abc/320.webp' })
    expect(gone.body).toMatchObject({
      errors: { 'words.0.image': expect.stringContaining('no longer in the shop') },
    })
    const placeless = await save({ key: 'home.money', text: '', image: '/pictures/abc/320.webp' })
    expect(placeless.status).toBe(422)
  })
})
