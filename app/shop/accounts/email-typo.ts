/** Where most customers have their mail, and under which endings; any other where the list is open. */
const providers: Readonly<Record<string, { endings: readonly string[]; isOpen?: true }>> = {
  gmail: { endings: ['com'] },
  yahoo: { endings: ['com', 'co.in', 'in'], isOpen: true },
  hotmail: { endings: ['com'], isOpen: true },
  outlook: { endings: ['com', 'in'], isOpen: true },
  rediffmail: { endings: ['com'] },
  icloud: { endings: ['com'] },
}
/** Providers whose names are one letter from those. */
const others = ['mail', 'email', 'ymail', 'cloud']
/** No domain ends so. */
const mistyped: Readonly<Record<string, RegExp>> = {
  com: /^(?:con|cmo|ocm|comm|coom|vom|xom|cim|cpm|c0m)$/,
  'co.in': /^(?:coin|co\.inn|co\.im|co\.on)$/,
}
/** Of a provider they are mistyped; elsewhere they are countries. */
const mistypedThere = /^(?:co|cm|om)?$/

/** The email that was meant: 'asha@gmial.con' → 'asha@gmail.com'; null where nothing looks mistyped. */
export function mendedEmail(typed: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/.exec(typed.trim()) ?? []
  if (!local) return null
  const [name = '', ...rest] = domain
    .toLowerCase()
    .replaceAll(',', '.')
    .replace(/\.$/, '')
    .split('.')
  const ending = rest.join('.')
  const meant = mendedDomain(ending ? name : name.replace(/com$/, ''), ending)
  return meant === null || meant === domain.toLowerCase() ? null : `${local}@${meant}`
}

function mendedDomain(name: string, ending: string): string | null {
  const [right = ending] = Object.entries(mistyped).find(([, wrong]) => wrong.test(ending)) ?? []
  const provider = others.includes(name)
    ? undefined
    : Object.keys(providers).find((one) => isNear(name, one))
  if (provider === undefined) return right === '' ? null : `${name}.${right}`
  const { endings, isOpen = false } = providers[provider] ?? { endings: [] }
  const isKept = endings.includes(right) || (isOpen && !mistypedThere.test(right))
  return `${provider}.${isKept ? right : endings[0]}`
}

/** Whether two words are the same but for one letter, or two that changed places. */
function isNear(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)]
  const isSwap = restA.length === 2 && restB === `${restA[1]}${restA[0]}`
  return isSwap || (restA.length <= 1 && restB.length <= 1)
}
