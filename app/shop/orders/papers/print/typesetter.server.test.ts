import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textRuns } from './typesetter.server.ts'

const told = (text: string) => textRuns(text).map(({ script, text }) => `${script}:${text}`)
const plain = (text: string) =>
  textRuns(text)
    .map((run) => run.text)
    .join('')

describe('parts a text by script', () => {
  it.each([
    ['Asha Rao, ₹1,450 – “café”', ['own:Asha Rao, ₹1,450 – “café”']],
    ['अनुष्का', ['devanagari:अनुष्का']],
    ['தமிழ்', ['tamil:தமிழ்']],
    ['శ్రీనివాస్', ['telugu:శ్రీనివాస్']],
    ['ಶ್ರೀಧರ್', ['kannada:ಶ್ರೀಧರ್']],
    ['ശ്രീകുമാർ', ['malayalam:ശ്രീകുമാർ']],
    ['শ্রীমতী', ['bengali:শ্রীমতী']],
    ['શ્રીમતી', ['gujarati:શ્રીમતી']],
    ['ਗੁਰਪ੍ਰੀਤ', ['gurmukhi:ਗੁਰਪ੍ਰੀਤ']],
    ['Happy जन्मदिन Ravi', ['own:Happy ', 'devanagari:जन्मदिन', 'own: Ravi']],
    ['Łukasz', ['latin-ext:Ł', 'own:ukasz']],
    ['Ирина', ['cyrillic:Ирина']],
    ['नमस्ते।', ['devanagari:नमस्ते।']],
    // A parted letter and its mark are one again.
    ['Cafe\u0301', ['own:Café']],
    ['', []],
  ])('%s', (text, runs) => {
    expect(told(text)).toEqual(runs)
  })

  it('keeps what joins letters of Indian scripts, and drops it elsewhere', () => {
    expect(told('क\u094d\u200dष')).toEqual(['devanagari:क\u094d\u200dष'])
    expect(plain('a\u200db')).toBe('ab')
  })
})

describe('leaves nothing that does harm in a document', () => {
  it.each([
    ['Happy Birthday 🎂!', 'Happy Birthday ·!'],
    ['👨‍👩‍👧‍👦 👍🏽 🇮🇳 ❤️', '· · · ·'],
    ['1️⃣', '1'],
    ['Asha\u202e oaR', 'Asha oaR'],
    ['\u200fAsha\u2066\u2069', 'Asha'],
    ['A\u0000s\u0007h\u001b[31ma', 'Ash[31ma'],
    ['one\n\ttwo\u00a0three  four', 'one two three four'],
    ['  Asha  ', 'Asha'],
    ['\ud83d alone', ' alone'.trim()],
    ['soft\u00adhyphen', 'softhyphen'],
    ['Z\u0351\u036b\u0343a\u0334l', 'Zal'],
    ['日本', '··'],
    ['عائشہ', '·····'],
  ])('%s', (text, shown) => {
    expect(plain(text)).toBe(shown)
  })

  it('whatever the text: runs differ from their neighbours, and hold no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const runs = textRuns(text)
        for (const [index, run] of runs.entries()) {
          expect(run.text).not.toBe('')
          expect(run.script).not.toBe(runs[index + 1]?.script)
          expect(run.text).not.toMatch(/(?!\p{Join_Control})[\p{C}\p{Zl}\p{Zp}]/u)
        }
      }),
    )
  })
})
