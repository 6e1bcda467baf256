import {
  cpSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Makes a copy of the built shop in an empty folder, as a later version would be: none of its assets has a name of this
 * build. Its server starts there.
 */
export function copyAsNextBuild(folder: string) {
  for (const name of ['node_modules', 'app', 'db']) symlinkSync(resolve(name), join(folder, name))
  for (const name of ['package.json', 'server.ts', 'build']) {
    cpSync(name, join(folder, name), { recursive: true })
  }
  for (const file of globSync('build/**/*.{br,gz}', { cwd: folder })) rmSync(join(folder, file))
  const assets = join(folder, 'build/client/assets')
  const names = readdirSync(assets)
  const inText = new RegExp(`(?<![\\w-])(?:${names.map(RegExp.escape).join('|')})`, 'g')
  for (const file of globSync('build/**/*.{js,css}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(
      join(folder, file),
      text.replaceAll(inText, (name) => `next-${name}`),
    )
  }
  for (const name of names) renameSync(join(assets, name), join(assets, `next-${name}`))
}
