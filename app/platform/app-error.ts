const statusOf = {
  malformed: 400,
  not_signed_in: 401,
  forbidden: 403,
  /** Allowed, once the password was given again. */
  password_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  too_many: 429,
  /** Something that the shop needs, such as its database, does not respond. Trying again may help. */
  unavailable: 503,
} as const

type AppErrorCode = keyof typeof statusOf

/**
 * An error that the caller may see. `detail` is one sentence that customers can read, `errors` maps fields to sentences.
 * Anything else that is thrown is a bug, and its response is 500.
 */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly status: (typeof statusOf)[AppErrorCode]
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: AppErrorCode,
    detail: string,
    more: { errors?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(detail)
    this.name = 'AppError'
    this.code = code
    this.status = statusOf[code]
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** An error of one field. Its sentence is shown on its own, and beside the field. */
export function fieldError(code: AppErrorCode, field: string, sentence: string): AppError {
  return new AppError(code, sentence, { errors: { [field]: sentence } })
}

/** Something that the operator must correct before the shop can start. Its message says how. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
