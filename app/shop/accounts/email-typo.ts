/** Where most customers have their mail. */
const providers = ['gmail', 'yahoo', 'hotmail', 'outlook', 'rediffmail', 'icloud']
/** Those that have domains of many countries: only some endings are wrong. */
const inManyCountries = ['yahoo', 'hotmail', 'outlook']
/** Providers whose names are one letter from those. */
const others = ['mail', 'email', 'ymail', 'cloud']
/** No domain ends so. */
const wrongCom = /^(?:con|cmo|ocm|comm|coom|vom|xom|cim|cpm|c0m)$/
const wrongCoIn = /^(?:coin|co\.(?:inn|im|on))$/
/** Countries that no provider of those is in. */
const wrongEnding = /^(?:co|cm|om)?$/

/** The email that was meant: 'asha@gmial.con' → 'asha@gmail.com'; null where nothing looks mistyped. */
export function mendedEmail(typed: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/.exec(typed.trim().replaceAll(',', '.')) ?? []
  const [name = '', ...rest] = domain.toLowerCase().replace(/\.$/, '').split('.')
  const ending = rest.join('.').replace(wrongCom, 'com').replace(wrongCoIn, 'co.in')
  const word = ending ? name : name.replace(/com$/, '')
  const provider = providers.find((one) => isNear(word, one) && !others.includes(word))
  const isKept = provider
    ? inManyCountries.includes(provider) && !wrongEnding.test(ending)
    : ending !== ''
  const meant = provider ? `${provider}.${isKept ? ending : 'com'}` : isKept && `${name}.${ending}`
  return local && meant && !typed.trim().toLowerCase().endsWith(`@${meant}`)
    ? `${local}@${meant}`
    : null
}

/** Whether a word is the name but for one letter, or for two that changed places. */
function isNear(word: string, name: string): boolean {
  return [...name, ''].some((letter, at) => {
    const [start, rest] = [name.slice(0, at), name.slice(at + 1)]
    const isOneOff = new RegExp(`^${start}.?${letter}?${rest}$`).test(word)
    return isOneOff || word === `${start}${rest.slice(0, 1)}${letter}${rest.slice(1)}`
  })
}
