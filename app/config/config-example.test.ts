import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'
import { environmentSchema } from './environment.schema.ts'

const file = readFileSync('.env.example', 'utf8')
const settings = parseEnv(file.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, ''))

test('.env.example names the settings that are read, and no others', () => {
  // NODE_ENV is set by the npm scripts.
  const read = Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV')
  expect(Object.keys(settings).sort()).toEqual(read.sort())
})

test('its values are the defaults', () => {
  expect(readConfig(settings)).toEqual(readConfig({}))
})

test('a plain copy of it sets nothing', () => {
  expect(parseEnv(file)).toEqual({})
})
