/** Which accounts the baker looks for; it lives in the address of the panel and in the query of the API's call. */
export interface UserSearch {
  /** Part of a name, an e-mail or a mobile; '' is anyone. */
  q: string
  /** Only accounts older than the one of this id; null begins with the newest. */
  after: string | null
}

export const longestUserText = 100
const fewestSigns = 3

export const shortUserText = 'Type at least 3 letters or digits of a name, an email or a mobile.'

/** Reads the address of the panel. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  return {
    q: tidyUserText(params.get('users') ?? ''),
    after: tidyUserText(params.get('usersAfter') ?? '') || null,
  }
}

/** Without surrounding space and NULs, at most 100 characters. */
export function tidyUserText(text: string): string {
  return [...text.replaceAll('\0', '').trim()].slice(0, longestUserText).join('').trim()
}

/** Whether something was typed that is too short to be looked for. */
export function isShortUserText(q: string): boolean {
  return q !== '' && (q.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0) < fewestSigns
}
