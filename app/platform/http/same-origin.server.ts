import { AppError } from '../app-error.ts'

/**
 * Refuses a change asked for by another site's page. Browsers say where a request comes from;
 * API clients without a browser say nothing and are let through.
 *
 * @throws AppError forbidden
 */
export function refuseForeignOrigin(request: Request, publicUrl: string) {
  const origin = request.headers.get('origin')
  const host = request.headers.get('host')
  const ours =
    origin === null ||
    origin === new URL(publicUrl).origin ||
    (host !== null && origin.replace(/^https?:\/\//, '') === host)
  if (!ours || request.headers.get('sec-fetch-site') === 'cross-site') {
    throw new AppError('forbidden', 'This was asked from another site, so it was not done.')
  }
}
