import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stubStorage } from '../../../test/support/stub-storage.ts'
import { customLine, storedDraft, toDraft } from './custom-draft.ts'

function readDraft(text: string) {
  stubStorage('sessionStorage', { 'custom-cake': text })
  return storedDraft.current()
}

const draft = {
  line: '',
  flavour: 'Mango',
  wt: '1.',
  egg: 'Eggless' as const,
  bname: 'Asha',
  detail: 'A train\nin blue',
  pictures: [{ address: '/pictures/a/640.webp', words: 'A round cake', drawn: true }],
}

describe('a draft of a custom cake', () => {
  it('reads back as it was saved, until it is removed', () => {
    const texts = stubStorage('sessionStorage')
    expect(storedDraft.current()).toBeNull()
    storedDraft.save(draft)
    expect(readDraft(texts['custom-cake'] ?? '')).toEqual(draft)
    storedDraft.save(null)
    expect(storedDraft.current()).toBeNull()
  })

  it('is what a line of the cart draftes', () => {
    const { line: _, pictures: __, ...words } = draft
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
    expect(readDraft(JSON.stringify({ ...draft, pictures }))?.pictures).toEqual([])
  })

  it('is read from whatever is stored', () => {
    const texts = stubStorage('sessionStorage')
    const read = (text: string) => {
      texts['custom-cake'] = text
      return storedDraft.current()
    }
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(draft)), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fields.map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const found = read(text)
          if (found) expect(found).toEqual(read(JSON.stringify(found)))
        },
      ),
    )
  })
})
