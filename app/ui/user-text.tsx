interface UserTextProps {
  children: string
  /** Shows its line breaks. */
  lines?: boolean
}

/** Text typed by people, on a page. It wraps anywhere, and its direction does not change the order of the text beside it. */
export function UserText({ children, lines }: UserTextProps) {
  return (
    <bdi className={`wrap-anywhere ${lines ? 'whitespace-pre-line' : ''}`}>
      {withoutDirectionMarks(children)}
    </bdi>
  )
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const firstStrongIsolate = '\u2068'
const endOfIsolate = '\u2069'

function withoutDirectionMarks(text: string): string {
  return text.replace(directionMarks, '')
}

/**
 * Text typed by people, on one line of a mail. It has no marks that change the direction of writing, and text written
 * from right to left is isolated from the sentence around it. (A `<bdi>` is lost in plain text and in some mail programs.)
 */
export function cleanUserText(text: string): string {
  const line = withoutDirectionMarks(text).replace(/\s+/g, ' ').trim()
  return rightToLeft.test(line) ? `${firstStrongIsolate}${line}${endOfIsolate}` : line
}

/** An e-mail that breaks before its @ where a column is narrow, and anywhere where it is narrower still. */
export function EmailText({ email }: { email: string }) {
  const [local, domain] = email.split('@')
  return (
    <span className="wrap-anywhere">
      {local}
      <wbr />@{domain}
    </span>
  )
}
