import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StartupError } from '../app-error.ts'
import { lockFolder } from './folder-lock.server.ts'

let root: string
let folder: string
let file: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cakewala-lock-'))
  folder = join(root, 'data', 'database')
  file = join(`${folder}.lock`, 'owner.lock')
})
afterEach(() => rmSync(root, { recursive: true }))

function writeLock(text: string) {
  mkdirSync(`${folder}.lock`, { recursive: true })
  writeFileSync(file, text)
}

/** A process that lives until it is stopped. */
async function neighbour() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("here")'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  return {
    pid: child.pid,
    async end() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

const startOf = (pid: number | undefined) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

it('is given to the first, leaves the folder itself alone, and is given back', () => {
  const release = lockFolder(folder)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} \\S+$`))
  expect(readdirSync(join(root, 'data'))).toEqual(['database.lock'])
  release()
  expect(readdirSync(`${folder}.lock`)).toEqual([])
  lockFolder(folder)()
})

it('may be released twice', () => {
  const release = lockFolder(folder)
  release()
  expect(release).not.toThrow()
})

it.runIf(process.platform === 'linux')('is rejected while its owner lives', async () => {
  const { pid, end } = await neighbour()
  writeLock(`${pid} ${startOf(pid)}`)
  expect(() => lockFolder(folder)).toThrow(StartupError)
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by another Cakewala (process ${pid}). Stop that one, or set DATA_DIR to another folder.`,
  )
  await end()
  lockFolder(folder)()
})

it.each([
  ['a process that is gone', `${2 ** 22 + 1} 12345`],
  ['nobody', ''],
  ['no process', 'someone else'],
  ['every process', '-1 12345'],
  ['its own group', '0 12345'],
])('is taken over from %s', (_, left) => {
  writeLock(left)
  const release = lockFolder(folder)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  release()
})

it.runIf(process.platform === 'linux')(
  'is taken over when the number was given to another process',
  async () => {
    const { pid, end } = await neighbour()
    writeLock(`${pid} 1`)
    lockFolder(folder)()
    await end()
  },
)

it.runIf(process.platform === 'linux')('is taken over from a zombie', async () => {
  // The child ends once the shell has become `sleep`, which never waits for a child: it stays a zombie.
  const parent = spawn('sh', ['-c', 'exec 3<&0; (read line <&3) & echo $!; exec sleep 60'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [printed] = await once(parent.stdout, 'data')
  const zombie = Number(String(printed))
  const nameOf = (pid = 0) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  await vi.waitFor(() => expect(nameOf(parent.pid)).toBe('sleep'))
  parent.stdin.end('\n')
  const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
  await vi.waitFor(() => expect(stateOf(zombie)).toBe('Z'))
  writeLock(`${zombie} ${startOf(zombie)}`)
  lockFolder(folder)()
  parent.kill()
  await once(parent, 'exit')
})
