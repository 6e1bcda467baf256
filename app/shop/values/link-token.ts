/** Letters, then a signature where the token is signed. */
const token = /[\w-]+(?:\.[\w-]+)?/
/** The '=' of '?token=' where a mail program did not decode the mail. */
const undecodedSign = /^3D(?=[\w-]{32}$|[\da-f]{8}-)/
/** What is below them is a token and its part. */
export const linkFolders = ['/track/', '/run/', '/pay/']
const linkPath = /^(\/(?:track|run|pay)\/)([^/]+)(\/(?:pay|change)\b)?/i

/**
 * The token of a mailed link as somebody pasted it, without the signs around it that no token has: 'abc.def)' and
 * '3Dabc.def' → 'abc.def'. '' where there is none.
 */
export function linkToken(text: string): string {
  return token.exec(text)?.[0].replace(undecodedSign, '') ?? ''
}

/** What a link with a token means, '/track/abc.def' of '/track/abc.def)?x=1'; null if it is that address. */
export function mendedLink({ pathname, searchParams }: URL): string | null {
  if (/\.data$/i.test(pathname)) return null
  const [, page, typed = '', part = ''] = linkPath.exec(decoded(pathname)) ?? []
  const path = page ? page + linkToken(typed) + part : pathname
  const query = new URLSearchParams(searchParams)
  const sent = [...query].find(([name]) => /^(?:amp;)*token$/.test(name))
  if (sent && linkToken(sent[1])) {
    query.delete(sent[0])
    query.set('token', linkToken(sent[1]))
  }
  const isSame = path === pathname && query.get('token') === searchParams.get('token')
  return isSame ? null : `${path}${query.size > 0 ? '?' : ''}${query}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
