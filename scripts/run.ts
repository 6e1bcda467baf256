import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

// Colours only for a terminal.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

export interface Outcome {
  /** Exit code; 1 when the command could not be started or was ended by a signal. */
  code: number
  /** Standard output and error, empty if they were shown. */
  output: string
}

interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** Shows the command's output instead of returning it. */
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
    const append = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    const settle = (code: number, more = '') => {
      process.off('exit', stop)
      resolve({ code, output: output + more })
    }
    child.on('error', (error) => settle(1, `Cannot run ${command}: ${error.message}\n`))
    child.on('close', (code) => settle(code ?? 1))
  })
}

/** Makes Ctrl-C and SIGTERM end the process through its 'exit' listeners, which stop what `run` started. Returns a function that undoes this. */
export function endOnSignals() {
  const interrupted = () => process.exit(130)
  const terminated = () => process.exit(143)
  process.on('SIGINT', interrupted).on('SIGTERM', terminated)
  return () => process.off('SIGINT', interrupted).off('SIGTERM', terminated)
}
