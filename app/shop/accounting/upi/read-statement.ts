import type { Paise } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import words from './statement-words.json' with { type: 'json' }

/** A row of a bank's statement that has UPI references, and what it proves to be credited and debited. */
export interface StatementRow {
  references: string[]
  /** If it has several numbers of 12 digits, and a payer may have typed one of them. */
  isDoubtful: boolean
  credits: Paise[]
  debits: Paise[]
}

/** `roles` is empty without a heading. */
type Line = { cells: readonly string[]; amounts: (Amount | null)[]; roles: Roles }

/**
 * Reads the statement of any bank, whatever its columns and their order are.
 *
 * @returns `cutCount`: rows whose reference a spreadsheet has cut, as in 6.33217E+11
 */
export function readStatement(table: readonly (readonly string[])[]) {
  let roles: Roles = []
  const all = table.flatMap((cells, at): Line[] => {
    const amounts = cells.map(readAmount)
    const heading = amounts.some(Boolean) ? undefined : readHeading(cells, table[at - 1])
    roles = heading ?? roles
    return heading ? [] : [{ cells, amounts, roles }]
  })
  const lines = all.filter((line) => line.roles.length > 0 || roles.length === 0)
  // What stands above the heading is about the account: its numbers are no references.
  const above = all.slice(0, all.length - lines.length)
  const ownNumbers = new Set(above.flatMap(({ cells }) => cells.flatMap(findNumbers)))
  const growths = findGrowths(lines)
  let cutCount = 0
  const rows = lines.flatMap((line): StatementRow[] => {
    const { code, ...found } = readReferences(line, ownNumbers)
    if (found.references.length > 0)
      return [{ ...found, ...readMoney(line, code, growths.get(line)) }]
    if (line.cells.some((cell) => /^\s*\d([.,]\d+)?E\+11\s*$/i.test(cell))) cutCount += 1
    return []
  })
  return { rows, cutCount }
}

/** By how much the balance grew or shrank with a line, if the line has that amount too. The newest may stand first. */
function findGrowths(lines: readonly Line[]): Map<Line, Paise> {
  const balances = lines.flatMap((line) => {
    const named = line.roles.indexOf('balance')
    const isAmount = (amount: Amount | null, at: number) =>
      amount && !toReference(line.cells[at] ?? '')
    const at = named < 0 ? line.amounts.findLastIndex(isAmount) : named
    const amount = line.amounts[at]
    // Whether it belongs to the balance or to the amount, nobody knows.
    const isSigned = columnRole(line.cells[at + 1] ?? '') === 'debit'
    if (!amount || isSigned) return []
    return { line, at, paise: amount.side === 'debit' ? -amount.paise : amount.paise }
  })
  const growthsFrom = (step: number) =>
    balances.map(({ line, at, paise }, index): [Line, Paise] => {
      const growth = paise - (balances[index + step]?.paise ?? paise)
      const others = line.amounts.toSpliced(at, 1)
      return [line, others.some((one) => one?.paise === Math.abs(growth)) ? growth : 0]
    })
  const count = (step: number) => growthsFrom(step).filter(([, growth]) => growth !== 0).length
  return new Map(growthsFrom(Math.sign(count(1) - count(-1))))
}

/** @param code what the bank's text says of it, such as 'dr' in 'UPI/DR/633217000113' */
function readMoney({ cells, amounts, roles }: Line, code: string, growth: Paise = 0) {
  // A payer's text with a comma may have moved the cells.
  const isMoved = roles.length > 0 && cells.slice(roles.length).some((cell) => cell.trim() !== '')
  if (isMoved) return { credits: [], debits: [] }
  // A sign behind the balance may be the balance's own.
  const isSign = (at: number) => roles[at] === 'sign' && roles[at - 1] !== 'balance'
  const signs = [code, ...cells.filter((_, at) => isSign(at))].map(columnRole)
  const said = (['debit', 'credit'] as const).find((side) => signs.includes(side))
  const sides = { credit: 'credit', debit: 'debit', amount: said, sign: said } as const
  const money = amounts.flatMap((amount, at) => {
    const role = roles[at]
    if (!amount?.paise || !role || !(role in sides)) return []
    const side = role === 'debit' ? role : (amount.side ?? sides[role as keyof typeof sides])
    return side ? { side, paise: amount.paise } : []
  })
  if (money.length === 0 && growth !== 0 && !roles.includes('credit')) {
    money.push({ side: growth > 0 ? 'credit' : 'debit', paise: Math.abs(growth) })
  }
  const on = (wanted: string) => money.flatMap(({ side, paise }) => (side === wanted ? paise : []))
  const isNoCredit = said === 'debit' || signs.includes('void')
  return { credits: isNoCredit ? [] : on('credit'), debits: on('debit') }
}

/** What a bank writes before names and notes: 'UPI/CR/633217000101/…', 'UPI-633217000101', 'UPI/633217000101/DR/…'. */
const upiStart =
  /^upi[a-z]{0,5}[/:-]*(?:(?<before>cr|dr|rev|ret|p2[a-z]|mob|in|out)[/:-]+)?[a-z]?(?<digits>\d{12,22})(?!\d|[\w.]*@|-\w+@)(?:[/:-](?<behind>cr|dr)\b)?/i

/**
 * The references of a line are what a column of references has, and what follows 'UPI' at once. Without both it is the
 * only number of 12 digits in a bank's text that is no mobile number.
 */
function readReferences({ cells, roles }: Line, ownNumbers: ReadonlySet<string>) {
  const [column, starts, loose]: [string[], string[], string[]] = [[], [], []]
  let code = ''
  for (const [at, cell] of cells.entries()) {
    const isColumn = roles[at] === 'reference'
    if (cell.length > 300 || !(isColumn || /\b(upi|bhim|imps|p2[amv]|b?qr)/i.test(cell))) continue
    const start = upiStart.exec(cell.slice(cell.search(/\bupi/i)).replace(/\s/g, ''))
    const { before = '', digits = '', behind = '' } = start?.groups ?? {}
    code ||= `${before}${behind}`.toLowerCase()
    const number = (isColumn && toReference(cell)) || toReference(digits)
    if (isColumn && number) column.push(number)
    else if (number && (before || behind || !mobile.test(number))) starts.push(number)
    else loose.push(...findNumbers(cell).filter((one) => !mobile.test(one)))
  }
  // A second text may be the payer's.
  const sure = [...column, ...starts.slice(0, 1)]
  const found = new Set(sure.length > 0 ? sure : loose)
  const references = [...found].filter((one) => !ownNumbers.has(one))
  return { references, isDoubtful: sure.length === 0 && references.length > 1, code }
}

const mobile = /^91[6-9]/

/** '0000633217000101', '633217 000101' and '="633217000101"'. Only zeros are no reference: banks fill empty columns. */
function toReference(text: string): string | undefined {
  const number = /^0*(\d{12})$/.exec(text.replace(/[\s='"]/g, ''))?.[1]
  return number && /[1-9]/.test(number) ? number : undefined
}

/** Numbers of 12 digits, also in several parts, but not those of UPI addresses. */
function findNumbers(cell: string): string[] {
  const text = cell.replace(/[^\s/:|,;]{0,80}@/g, ' ')
  const whole = `${text} / ${text.replace(/(\d)\s+(?=\d)/g, '$1')}`
  return (whole.match(/\d+/g) ?? []).flatMap((digits) => toReference(digits) ?? [])
}

/** `sign` has words such as Cr, or both debits and credits; `void` is a payment that failed; `filler` says nothing. */
type Role = keyof typeof words | undefined
/** Those of columns that are not known are undefined. */
type Roles = readonly Role[]

/** By their rank: a 'Credit Date' is a date. */
const meanings = Object.keys(words) as (keyof typeof words)[]
const roleOf = new Map(
  meanings.flatMap((role) => splitWords(words[role]).map((one) => [one, role])),
)

function splitWords(text: string): string[] {
  const spaced = tidyEntry(text.replace(/([a-z])(?=[A-Z])/g, '$1 ')).toLowerCase()
  return spaced.replace(/[\u200c\u200d]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** What the words of a heading mean together; undefined if one is unknown: payers and mandates write texts. */
export function columnRole(heading: string): Role {
  const found = heading.length > 100 ? [] : splitWords(heading)
  const phrase = roleOf.get(found.join(''))
  const meant = phrase ? [phrase] : found.map((word) => roleOf.get(word))
  if (meant.includes('credit') && meant.includes('debit')) meant.push('sign')
  return meant.includes(undefined) ? undefined : meanings.find((one) => meant.includes(one))
}

/** The columns under a heading, which may begin in the line above. Undefined for a line that is none. */
export function readHeading(cells: readonly string[], above: readonly string[] = []) {
  const joined = (above.length > cells.length ? above : cells).map((_, at) =>
    columnRole(`${above[at] ?? ''} ${cells[at] ?? ''}`),
  )
  const continues = cells.every((cell, at) => cell.trim() === '' || joined[at])
  return [continues ? joined : [], cells.map(columnRole)].find(
    (roles) =>
      roles.some((role) => /date|text|reference/.test(`${role}`)) &&
      roles.some((role) => /credit|debit|amount|sign/.test(`${role}`)),
  )
}

/** Without its sign; `side` is the side of the account that a sign or word beside it says. */
type Amount = { paise: Paise; side: 'credit' | 'debit' | undefined }

/** '₹ 1,900.00', '750.00 INR', '900.00 Cr', '(900)' and '-900'; null for other texts. */
export function readAmount(cell: string): Amount | null {
  if (cell.length > 40 || !/\p{Nd}/u.test(cell)) return null
  const text = tidyEntry(cell.trim()).replace(/(rs|inr)(?![a-z])\.?/gi, '')
  const hasWords = /\p{L}/u.test(text)
  const beside = hasWords ? columnRole(text.replace(/[\d.,/()+-]/g, ' ')) : undefined
  const bare = text.replace(/\(?[\p{L}\p{M}]+\.?\)?|[\s₹="']|\(\)/gu, '')
  const [, before, digits = '', behind] = /^([-+(]?)([\d.,]+(?:\/-)?)([-)]?)$/.exec(bare) ?? []
  const paise = parseRupees(digits)
  const isMinus = before === '-' || before === '(' || behind
  const allowed = isMinus ? ['debit'] : ['debit', 'credit']
  if (paise === null || (hasWords && !allowed.includes(`${beside}`))) return null
  return {
    paise,
    side: isMinus || beside === 'debit' ? 'debit' : before || beside ? 'credit' : undefined,
  }
}
