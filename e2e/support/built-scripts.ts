import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'build/client/assets'

/** The addresses of the built scripts that have one of these texts: their names are digests and say nothing. */
export function scriptsWith(...texts: string[]): RegExp {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => {
      const script = readFileSync(join(folder, name), 'utf8')
      return texts.some((text) => script.includes(text))
    })
  if (names.length < texts.length) throw new Error(`No built script for all of ${texts.join(', ')}`)
  return new RegExp(names.map((name) => RegExp.escape(`/assets/${name}`)).join('|'))
}
