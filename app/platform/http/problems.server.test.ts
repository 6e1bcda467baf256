import { HTTPException } from 'hono/http-exception'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.server.ts'
import { problemResponse, validationError } from './problems.server.ts'

function answer(error: unknown) {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } satisfies Log
  return { log, response: problemResponse(error, log, '/orders/viewOrders') }
}

describe('an error of the caller', () => {
  it.each([
    ['malformed', 400, 'Malformed request'],
    ['not_signed_in', 401, 'Not logged in'],
    ['forbidden', 403, 'Not allowed'],
    ['not_found', 404, 'Not found'],
    ['conflict', 409, 'Conflict'],
    ['too_large', 413, 'Too large'],
    ['unsupported_media', 415, 'Unsupported media type'],
    ['invalid', 422, 'Invalid input'],
    ['too_many', 429, 'Too many requests'],
  ] as const)('%s answers %i', async (code, status, title) => {
    const { response, log } = answer(new AppError(code, 'Because.'))
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status, title, detail: 'Because.' })
    expect(log.error).not.toHaveBeenCalled()
  })

  it('is logged for the operator if only the operator can repair it', () => {
    const { response, log } = answer(new AppError('unavailable', 'There is no room.'))
    expect(response.status).toBe(503)
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('is no error of ours where the sender has gone in the middle of its body', () => {
    // As Node throws it.
    const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    const { response, log } = answer(gone)
    expect(response.status).toBe(400)
    expect(log.error).not.toHaveBeenCalled()
  })

  it('names the fields at fault', async () => {
    const errors = { email: 'Invalid email' }
    const { response } = answer(new AppError('invalid', 'Invalid email', { errors }))
    expect(await response.json()).toMatchObject({ errors })
  })

  it('says when to come back', () => {
    const { response } = answer(new AppError('too_many', 'Wait.', { retryAfterSeconds: 42 }))
    expect(response.headers.get('retry-after')).toBe('42')
  })

  it.each([
    [400, /not valid JSON/],
    [415, /application\/json/],
  ] as const)('by the framework with %i keeps its status', async (status, detail) => {
    const { response, log } = answer(new HTTPException(status))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status, detail: expect.stringMatching(detail) })
    expect(log.error).not.toHaveBeenCalled()
  })
})

it.each([
  ['an error', new Error('password=hunter2 at db.internal')],
  ['a text', 'hunter2'],
  ['nothing', undefined],
  ['a failure of the framework', new HTTPException(500, { message: 'hunter2' })],
  ['a look-alike', { code: 'not_found', status: 404, message: 'hunter2' }],
])('%s that was not meant is logged and answers 500 without what is inside', async (_, error) => {
  const { response, log } = answer(error)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    status: 500,
    title: 'Something went wrong',
    detail: 'Something went wrong on our side. Please try again.',
  })
  expect(log.error).toHaveBeenCalledOnce()
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ path: '/orders/viewOrders' })
})

describe('a failed schema', () => {
  const schema = z.object({
    email: z.string().min(5, 'too short').regex(/@/, 'Invalid email'),
    order: z.array(z.object({ amount: z.number('must be a number') })),
  })
  const errorOf = (value: unknown) =>
    validationError(schema.safeParse(value).error ?? { issues: [] })

  it('says the first sentence of each field, by its path', () => {
    const error = errorOf({ email: 'x', order: [{ amount: 1 }, { amount: '2' }] })
    expect(error.status).toBe(422)
    expect(error.errors).toEqual({ email: 'too short', 'order.1.amount': 'must be a number' })
    expect(error.message).toBe('Please check your entries.')
  })

  it('is one sentence when one field is at fault', () => {
    expect(errorOf({ email: 'asha@example.in', order: [{}] }).message).toBe('must be a number')
  })
})
