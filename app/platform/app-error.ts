const statusOf = {
  malformed: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  too_many: 429,
  /** Something the shop needs, such as its database or the payment provider, does not respond: worth trying again. */
  unavailable: 503,
} as const

export type AppErrorCode = keyof typeof statusOf

/**
 * A refusal the caller may be told about. `detail` is one sentence a customer can read;
 * `errors` maps field → sentence. Anything else that is thrown is a bug and answers 500.
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
