interface UserTextProps {
  children: string
  lines?: boolean
  /** For a message in sentences. A name, an address and what goes on a cake stay as they are on a translated page. */
  translate?: 'yes'
}

/** Text typed by people, on a page. It wraps anywhere, and its direction does not change the order of the text beside it. */
export function UserText({ children, lines, translate }: UserTextProps) {
  return (
    <bdi
      translate={translate ?? 'no'}
      className={`wrap-anywhere ${lines ? 'whitespace-pre-line' : ''}`}
    >
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

/** Where mail programs see the address of a link in plain words; '1.5' is none. */
const linkSigns = /(?<!\p{Nd}(?=\.\p{Nd}))[.@:。．｡](?=\S)/gu
const unseenBreak = '\u200c'

/**
 * Text typed by people, on one line of a mail. It has no marks that change the direction of writing, and text written
 * from right to left is isolated from the sentence around it. (A `<bdi>` is lost in plain text and in some mail programs.)
 * No mail program makes a link of it: whoever typed it may have typed somebody else's e-mail, too.
 */
export function cleanUserText(text: string): string {
  const line = withoutDirectionMarks(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(linkSigns, `$&${unseenBreak}`)
  return rightToLeft.test(line) ? `${firstStrongIsolate}${line}${endOfIsolate}` : line
}

/** As {@link cleanUserText}, in quotation marks within a sentence of ours. */
export function quotedUserText(text: string): string {
  return `“${cleanUserText(text).replace(/[“”]/g, '"')}”`
}

/** An e-mail, or a word in its place, that breaks before its @ in a narrow column, and anywhere in a narrower one. */
export function EmailText({ email }: { email: string }) {
  const [local, domain] = email.split('@')
  return (
    <span translate="no" className="wrap-anywhere">
      {local}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  )
}
