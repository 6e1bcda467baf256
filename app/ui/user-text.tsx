interface UserTextProps {
  children: string
  /** Keeps its line breaks. */
  lines?: boolean
}

/**
 * Words that somebody wrote, in a page: they wrap wherever they must, and whatever their direction, what stands beside
 * them keeps its place.
 */
export function UserText({ children, lines }: UserTextProps) {
  return (
    <bdi className={`wrap-anywhere ${lines ? 'whitespace-pre-line' : ''}`}>
      {unturned(children)}
    </bdi>
  )
}

const turnsText = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const firstStrongIsolate = '\u2068'
const endOfIsolate = '\u2069'

/** Words that somebody wrote, without the signs in them that turn the direction of writing. */
function unturned(words: string): string {
  return words.replace(turnsText, '')
}

/**
 * Words that somebody wrote, on one line, for the middle of a sentence of ours: what turns the direction of writing is
 * taken out, and words written from right to left are kept from disordering what stands around them. For mails, where
 * markup that would do so is lost in the text and in some mail programs.
 */
export function cleanUserText(words: string): string {
  const line = unturned(words).replace(/\s+/g, ' ').trim()
  return rightToLeft.test(line) ? `${firstStrongIsolate}${line}${endOfIsolate}` : line
}
