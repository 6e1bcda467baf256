import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

// What is kept to be shown later is coloured only for a terminal.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

export interface Outcome {
  /** Exit code; 1 when the command could not be started or was ended by a signal. */
  code: number
  /** Standard output and error as they came, empty when they were shown. */
  output: string
}

interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** Lets the command write to our own output instead of keeping what it says. */
  show?: boolean
}

/** Runs a command of the project (node_modules/.bin first) from its root. It ends with us if we are stopped. */
export function run(
  command: string,
  args: string[],
  { env, show = false }: RunOptions = {},
): Promise<Outcome> {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colours, ...env, PATH: path },
      shell: process.platform === 'win32',
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    const stop = () => child.kill('SIGTERM')
    process.once('exit', stop)
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const settle = (code: number, more = '') => {
      process.off('exit', stop)
      resolve({ code, output: output + more })
    }
    child.on('error', (error) => settle(1, `Cannot run ${command}: ${error.message}\n`))
    child.on('close', (code) => settle(code ?? 1))
  })
}

/** Makes Ctrl-C and SIGTERM end the process through its 'exit' listeners, which stop what `run` started. Returns its undoing. */
export function endOnSignals() {
  const interrupted = () => process.exit(130)
  const terminated = () => process.exit(143)
  process.on('SIGINT', interrupted).on('SIGTERM', terminated)
  return () => process.off('SIGINT', interrupted).off('SIGTERM', terminated)
}
