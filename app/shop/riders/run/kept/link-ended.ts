/**
 * Whether the shop says that a link does not work any more. A proxy whose shop is not there yet may say 404 too, but without the
 * policy that each of the shop's responses has.
 */
export function hasLinkEnded({ status, headers }: Response): boolean {
  return status === 404 && headers.has('content-security-policy')
}
