// What every npm script calls first: `node scripts/bootstrap.mjs <script.ts | tool> [arguments]`.
// Plain JavaScript for Node 20: in a fresh clone nothing is installed yet, not even our Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as module from 'node:module'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const onWindows = process.platform === 'win32'
const runtime = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node')

/** Node's compile cache. Not in the machine's temporary folder, to which others can write. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/** Why `npm ci` is needed; undefined if the installed packages match the lock file. */
function whyInstall() {
  const marks = ['.package-lock.json', 'node/package.json']
  if (!marks.every((mark) => existsSync(join(root, 'node_modules', mark))))
    return 'The packages are not installed yet.'
  const installed = readJson('node_modules', '.package-lock.json').packages
  const locked = Object.entries(readJson('package-lock.json').packages)
  const differs = locked.find(([path, expected]) => {
    if (path === '') return false
    const found = installed[path]
    if (!found) return !expected.optional
    return found.version !== expected.version || found.integrity !== expected.integrity
  })
  return differs && 'The installed packages differ from package-lock.json.'
}

function npm(args) {
  // Without our .bin in PATH: npm must not run on the Node that it replaces.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
  const { status, error } = spawnSync(
    'npm',
    [...args, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      env: { ...process.env, PATH: path.join(delimiter) },
      shell: onWindows,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status === 0) return
  console.error(
    `\n"npm ${args.join(' ')}" failed${error ? ` (${error.message})` : ''}. Is the npm registry reachable? Correct the error above and run the command again.`,
  )
  process.exit(1)
}

function install() {
  const reason = whyInstall()
  if (reason) {
    console.log(`${reason} Installing them, which takes about a minute …`)
    npm(['ci', '--ignore-scripts'])
  }
  if (reason || !existsSync(runtime)) {
    const allowed = Object.entries(readJson('package.json').allowScripts)
      .filter(([, allow]) => allow)
      .map(([name]) => name.replace(/(?<=.)@.*$/, ''))
    console.log(
      `Running the install scripts of ${allowed.join(', ')} (no other package may run one) …`,
    )
    npm(['rebuild', ...allowed])
  }
}

/** Runs a command in our place: passes signals on to it and ends as it ends. */
function become(command, args) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled }
  const child = spawn(command, args, {
    stdio: 'inherit',
    env,
    shell: onWindows && command !== runtime,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Cannot run ${command}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) =>
    process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
  )
}

const [target, ...args] = process.argv.slice(2)
if (!target) {
  console.error('Name what to run: node scripts/bootstrap.mjs <script.ts or tool> [arguments]')
  process.exit(1)
}
install()
const script = resolve(root, target)
if (!/\.m?[jt]s$/.test(target)) {
  become(join(bin, target), args)
} else if (Number.parseInt(process.versions.node, 10) >= 24) {
  module.enableCompileCache(compiled)
  process.argv = [process.argv[0], script, ...args]
  await import(pathToFileURL(script).href)
} else {
  become(runtime, [script, ...args])
}
