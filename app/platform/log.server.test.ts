import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.server.ts'

function logged(facts: object) {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).error(facts, 'request failed')
  return lines.join('')
}

describe('a failed query in the log', () => {
  const cause = Object.assign(new Error('connection lost'), { code: '08006' })
  const failed = new DrizzleQueryError(
    'select id from users where email = $1',
    ['asha@x.in'],
    cause,
  )

  it('is named with its cause, without the values of its query', () => {
    const line = logged({ err: failed, path: '/api/v1/users/login' })
    expect(line).toContain('select id from users')
    expect(line).toContain('connection lost')
    expect(line).toContain('/api/v1/users/login')
    expect(line).not.toContain('asha@x.in')
  })

  it('keeps them out when it is the cause of another error', () => {
    const line = logged({ err: new Error('no session', { cause: failed }) })
    expect(line).toContain('no session')
    expect(line).not.toContain('asha@x.in')
  })
})

it('logs other errors with their stack', () => {
  expect(logged({ err: new Error('a bug') })).toMatch(/a bug.*log\.server\.test/)
})
