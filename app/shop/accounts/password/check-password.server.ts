import { fieldError } from '#platform/app-error.ts'

/** Shorter words of a name occur in many good passwords: they must not be all of the letters. */
const shortestWord = 5
/** So many letters besides short words are a password. */
const fewestOtherLetters = 4

/** Whose password it is to be, and of which shop. */
interface PasswordOwner {
  name: string
  email: string
  shopName: string
}

/**
 * Whether a password may be somebody's: not one of the 10,000 commonest that are long enough, and without their name, their
 * e-mail or the shop's name. The length is the schema's matter.
 *
 * @throws AppError invalid
 */
export async function checkPassword(password: string, owner: PasswordOwner) {
  const sentence = (await isCommon(password))
    ? 'Many people use this password. Please choose another one.'
    : namesAny(password, ownWords(owner))
      ? 'Please choose a password without your name or email.'
      : namesAny(password, [owner.shopName])
        ? 'Please choose a password without the name of the shop.'
        : null
  if (sentence) throw fieldError('invalid', 'password', sentence)
}

function ownWords({ name, email }: PasswordOwner): string[] {
  return [name, ...name.split(/\s+/), email, email.split('@')[0] ?? '']
}

/** Whether a password has a long word in it, or is little more than short ones: 'Asha-2026'. */
function namesAny(password: string, named: string[]): boolean {
  const text = lettersOf(password)
  const words = named.map(lettersOf).filter((word) => text.includes(word) && word.length > 1)
  if (words.some((word) => word.length >= shortestWord)) return true
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return words.length > 0 && rest.replace(/\P{L}/gu, '').length < fewestOtherLetters
}

/** Letters and digits, in lower case. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

let commonPasswords: Promise<Set<string>> | undefined

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= readCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

/** Loaded with the first password that somebody chooses: 90 KB. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { default: text } = await import('./common-passwords.txt?raw')
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('# ')))
}
