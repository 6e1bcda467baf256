/** A state or union territory with its GST code. */
export interface State {
  code: string
  name: string
}

/**
 * First digits of pincodes: '56-59' is every pincode from 56… to 59…. More digits take precedence, for union
 * territories within a state, for states split from another and for towns beyond a border. As in India Post's directory.
 */
const states: readonly (readonly [code: string, name: string, pincodes: string])[] = [
  ['01', 'Jammu and Kashmir', '18-19'],
  ['02', 'Himachal Pradesh', '17'],
  ['03', 'Punjab', '14-16 160055 160059 160062 160071 160103-160104'],
  ['04', 'Chandigarh', '160'],
  ['05', 'Uttarakhand', '244712-244717 246 2476 248-249 262308-262311 2624-2625 263'],
  ['06', 'Haryana', '12-13'],
  ['07', 'Delhi', '11'],
  ['08', 'Rajasthan', '30-34'],
  ['09', 'Uttar Pradesh', '20-28 2467 247662 247669 262406'],
  ['10', 'Bihar', '80-85 814131'],
  ['11', 'Sikkim', '737'],
  ['12', 'Arunachal Pradesh', '790-792'],
  ['13', 'Nagaland', '797-798'],
  ['14', 'Manipur', '795'],
  ['15', 'Mizoram', '796'],
  ['16', 'Tripura', '799'],
  ['17', 'Meghalaya', '793-794'],
  ['18', 'Assam', '78'],
  ['19', 'West Bengal', '70-74'],
  ['20', 'Jharkhand', '813208 814-816 822 825-829 831-835'],
  ['21', 'Odisha', '75-77'],
  ['22', 'Chhattisgarh', '49'],
  ['23', 'Madhya Pradesh', '45-48'],
  ['24', 'Gujarat', '36-39'],
  [
    '26',
    'Dadra and Nagar Haveli and Daman and Diu',
    '362520 362540 362570 396193 396210 396215 396220 396230 396235 396240',
  ],
  ['27', 'Maharashtra', '40-44'],
  ['29', 'Karnataka', '56-59'],
  ['30', 'Goa', '403'],
  ['31', 'Lakshadweep', '682551-682559'],
  ['32', 'Kerala', '67-69'],
  ['33', 'Tamil Nadu', '60-64 609608'],
  ['34', 'Puducherry', '533464 605001-605014 605106 605110 607402-607403 60960 673310'],
  ['35', 'Andaman and Nicobar Islands', '744'],
  ['36', 'Telangana', '50'],
  ['37', 'Andhra Pradesh', '507130 51-53'],
  ['38', 'Ladakh', '194'],
]

/** All of them, by code. */
export const indiaStates: readonly State[] = states.map(([code, name]) => ({ code, name }))

/** Of a GSTIN's first two digits: 97 is registered at sea, where nothing is delivered. */
export function stateOfCode(code: string): State | null {
  if (code === '97') return { code, name: 'Other Territory' }
  return indiaStates.find((state) => state.code === code) ?? null
}

/** The state or union territory of a name or a code, as somebody wrote it; null if there is none. */
export function stateNamed(text: string): State | null {
  const written = text.trim().toLowerCase()
  return (
    indiaStates.find(({ code, name }) => code === written || name.toLowerCase() === written) ?? null
  )
}

const withoutLegislature = new Set(['04', '26', '31', '35', '38'])

/** A union territory without a legislature: there the state's half of the tax is UTGST (UTGST Act, section 2(8)). */
export function hasUtgst(code: string): boolean {
  return withoutLegislature.has(code)
}

const byDigits = new Map(
  states.flatMap(([code, name, pincodes]) =>
    pincodes
      .split(' ')
      .flatMap(everyStart)
      .map((digits): [string, State] => [digits, { code, name }]),
  ),
)

/** '56-58' → '56', '57', '58'. */
function everyStart(range: string): string[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

/** Null if it is in no state, such as the army's post (9…). */
export function stateOfPincode(pincode: string): State | null {
  for (let digits = pincode; digits.length >= 2; digits = digits.slice(0, -1)) {
    const state = byDigits.get(digits)
    if (state) return state
  }
  return null
}
