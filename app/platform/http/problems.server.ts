import { z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { AppError } from '../app-error.ts'
import { classifyQueryError, type DatabaseFault } from '../database/database-errors.server.ts'
import type { Log } from '../log.server.ts'
import { type Problem, passwordNeeded } from './endpoint.ts'

export const problemSchema = z
  .object({
    type: z
      .literal(passwordNeeded)
      .optional()
      .describe('Give the password again, then repeat the call'),
    status: z.number().int(),
    title: z.string(),
    detail: z.string().describe('One sentence a customer can read'),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .describe('Field → sentence, where fields are at fault'),
  })
  .openapi('Problem')

const titles: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid input',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
}

/** More would be a response that is much longer than its request. */
const maxFieldErrors = 100

/** An error with the first message of every field that failed validation, of the first hundred. */
export function validationError(error: { issues: readonly z.core.$ZodIssue[] }): AppError {
  const errors: Record<string, string> = {}
  for (const issue of error.issues.slice(0, maxFieldErrors))
    errors[issue.path.join('.')] ??= issue.message
  const sentences = Object.values(errors)
  return new AppError(
    'invalid',
    sentences.length === 1 ? (sentences[0] ?? '') : 'Please check your entries.',
    { errors },
  )
}

export function unsupportedBody(): AppError {
  return new AppError('unsupported_media', 'Send the body as application/json.')
}

/** Turns anything thrown into problem+json. A bug is logged, and its response is 500 without details. */
export function problemResponse(error: unknown, log: Log, path: string): Response {
  const fault = classifyQueryError(error)
  const appError = fault ? unavailable(fault) : appErrorOf(error)
  // The database's own log says why it is away. If it is busy, the statement matters.
  if (fault === 'away') log.warn({ path, database: fault }, 'request failed')
  else if (!appError || fault) log.error({ err: error, path }, 'request failed')
  // For the operator: the payment provider is away, or a disk is full.
  else if (appError.code === 'unavailable') log.warn({ err: error, path }, 'request failed')
  const status = appError?.status ?? 500
  const problem: Problem = {
    type: appError?.code === 'password_needed' ? passwordNeeded : undefined,
    status,
    title: titles[status] ?? 'Error',
    detail: appError?.message ?? 'Something went wrong on our side. Please try again.',
    errors: appError?.errors,
  }
  const text = JSON.stringify(problem)
  const headers = new Headers({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  })
  if (appError?.retryAfterSeconds) headers.set('retry-after', String(appError.retryAfterSeconds))
  return new Response(text, { status, headers })
}

/** When clients should retry after the database did not respond, in seconds. */
export const databaseBackSeconds = 5

const faultSentences: Record<DatabaseFault, string> = {
  away: 'The shop cannot reach its database at the moment. Please try again shortly.',
  busy: 'The shop is very busy at the moment. Please try again shortly.',
  full: 'The shop has no room to store anything new at the moment. Please try again later.',
}

function unavailable(fault: DatabaseFault): AppError {
  return new AppError('unavailable', faultSentences[fault], {
    retryAfterSeconds: databaseBackSeconds,
  })
}

function appErrorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isCutOff(error)) return new AppError('malformed', 'The request ended before its body did.')
  if (!(error instanceof HTTPException)) return null
  if (error.status === 400) {
    return new AppError('malformed', 'The request could not be read: its body is not valid JSON.')
  }
  if (error.status === 415) return unsupportedBody()
  return null
}

/** Node's error of a body whose sender has gone. */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message === 'aborted' &&
    'code' in error &&
    error.code === 'ECONNRESET'
  )
}
