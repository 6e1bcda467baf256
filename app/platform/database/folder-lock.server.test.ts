import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartupError } from '../app-error.ts'
import { lockFolder } from './folder-lock.server.ts'

let root: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cakewala-lock-'))
  folder = join(root, 'data', 'database')
})
afterEach(() => rmSync(root, { recursive: true }))

it('is given to one, and given back, also twice', () => {
  const release = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(StartupError)
  release()
  expect(release).not.toThrow()
  lockFolder(folder)()
})

it('is seen where version 1.0.0 holds it, while that runs', () => {
  const startedAt = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  lockFolder(folder)()
  const file = join(`${folder}.lock`, 'owner.lock')
  writeFileSync(file, `${process.pid} ${startedAt}`)
  expect(() => lockFolder(folder)).toThrow(StartupError)
  writeFileSync(file, `${process.pid} 1`)
  lockFolder(folder)()
})

it('is held by another process until that is killed', async () => {
  const locks = `const { lockFolder } = await import(${JSON.stringify(import.meta.resolve('./folder-lock.server.ts'))})
    lockFolder(${JSON.stringify(folder)}); process.stdin.resume(); console.log('locked')`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', locks], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(owner.stdout, 'data')
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by another Cakewala, perhaps in another container. Stop that one, or set DATA_DIR to another folder.`,
  )
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  lockFolder(folder)()
})
