import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customLine } from './cart-line.ts'
import { clearDraft, readDraft, saveDraft, toDraft } from './custom-draft.ts'

function storageWith(text: string | null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
    removeItem: () => {
      kept = null
    },
  }
}

const wish = {
  line: '',
  flavour: 'Mango',
  wt: '1.',
  egg: 'Eggless' as const,
  bname: 'Asha',
  detail: 'A train\nin blue',
  pictures: [{ address: '/pictures/a/640.webp', words: 'A round cake', drawn: true }],
}

describe('a wish', () => {
  it('reads back as it was kept, until it is forgotten', () => {
    const storage = storageWith(null)
    expect(readDraft(storage)).toBeNull()
    saveDraft(wish, storage)
    expect(readDraft(storage)).toEqual(wish)
    clearDraft(storage)
    expect(readDraft(storage)).toBeNull()
  })

  it('is what a line of the cart wishes', () => {
    const { line: _, pictures: __, ...words } = wish
    const line = customLine({ ...words, image: ['/pictures/a/640.webp'] }, () => 0)
    expect(toDraft(line)).toEqual({
      ...words,
      line: 'aaaaaaaa',
      pictures: [{ address: '/pictures/a/640.webp', words: '', drawn: false }],
    })
  })

  it('shows no picture from elsewhere', () => {
    const pictures = [
      { address: 'https://evil.example/x.png' },
      { address: 'javascript:1' },
      null,
      7,
    ]
    expect(readDraft(storageWith(JSON.stringify({ ...wish, pictures })))?.pictures).toEqual([])
  })

  it('is read from whatever is stored', () => {
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(wish)), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fields.map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const read = readDraft(storageWith(text))
          if (read) expect(read).toEqual(readDraft(storageWith(JSON.stringify(read))))
        },
      ),
    )
  })

  it('is not missed where the browser has no room', () => {
    const full = {
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    }
    expect(() => saveDraft(wish, { ...storageWith(null), ...full })).not.toThrow()
  })
})
