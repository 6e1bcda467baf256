import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlinesOf } from './draw-iced-picture.server.tsx'
import { icingWidth, layOutIcing } from './lay-out-icing.ts'
import { maxNameLength } from './name-error.ts'
import { normaliseName } from './name-on-cake.ts'

const letters = [...'abcXYZ WM& 19', ...'कखिीं्ष र', ...'பிறா ந்', 'क्षि', 'श्री', 'ன்னு']
const names = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: maxNameLength })
  .map((chosen) => normaliseName(chosen.join('')))
  .filter((name) => name !== '')

describe('a name on its plaque', () => {
  test('keeps every letter, in at most three lines inside of the picture', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { size, lines, plaque } = layOutIcing(name)
        expect(lines.map(({ text }) => text.trim()).join('')).toHaveLength(
          name.replaceAll(' ', '').length +
            lines.reduce((spaces, { text }) => spaces + (text.trim().split(' ').length - 1), 0),
        )
        expect(
          lines
            .map(({ text }) => text)
            .join('')
            .replaceAll(' ', ''),
        ).toBe(name.replaceAll(' ', ''))
        expect(lines.length).toBeLessThanOrEqual(3)
        for (const { text, width } of lines) {
          expect(icingWidth(text) * size).toBeLessThanOrEqual(width + 0.01)
        }
        // Between the arrows of a gallery on a phone; what is on top of the cake stays seen.
        expect(plaque.x).toBeGreaterThanOrEqual(16)
        expect(plaque.x + plaque.width).toBeLessThanOrEqual(84)
        expect(plaque.y).toBeGreaterThanOrEqual(45)
        // The boards of most cakes end at 80: the plaque stands on them.
        expect(plaque.y + plaque.height).toBeCloseTo(77)
      }),
    )
  })

  test('never grows by a further word', () => {
    fc.assert(
      fc.property(names, names, (name, word) => {
        expect(layOutIcing(`${name} ${word}`).size).toBeLessThanOrEqual(
          layOutIcing(name).size + 0.01,
        )
      }),
    )
  })

  test.each([
    ['Asha', ['Asha']],
    ['Happy Birthday Asha', ['Happy', 'Birthday Asha']],
    ['x'.repeat(60), ['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(20)]],
  ])('breaks %s at its spaces, and inside of a word only when it must', (name, lines) => {
    expect(layOutIcing(name).lines.map(({ text }) => text)).toEqual(lines)
  })

  test('does not part what is one letter in Hindi', () => {
    const parted = layOutIcing('क्षि'.repeat(15)).lines.map(({ text }) => text)
    expect(parted.length).toBeGreaterThan(1)
    for (const line of parted) expect(line).toMatch(/^(क्षि)+$/)
  })
})

test.each([
  'Happy Birthday Asha',
  'WAVE MOM 2026 & Co!',
  'Renée Łucja',
  'जन्मदिन मुबारक प्रिया',
  'शुभाकांक्षलु क्षमा कृष्ण हिंदी',
  'பிறந்தநாள் வாழ்த்துக்கள்',
  'ਜਨਮਦਿਨ ਮੁਬਾਰਕ ਸਿੰਘ',
  'শুভ জন্মদিন',
  'જન્મદિવસ શુભેચ્છા',
  'ಹುಟ್ಟುಹಬ್ಬ',
  'పుట్టినరోజు',
  'ജന്മദിനാശംസകൾ',
])(
  'the room that is reckoned for a text is enough for %s in its font, and not half as much again',
  (text) => {
    const { width } = outlinesOf(text)
    expect(icingWidth(text)).toBeGreaterThan(width * 0.97)
    expect(icingWidth(text)).toBeLessThan(width * 1.5)
  },
)
