import { tidyLine } from '#shop/values/typed/typed-text.ts'

/**
 * A name as it is piped, where no sign has a second look. Two names that look the same to their readers are the same
 * afterwards.
 */
export function normaliseName(text: string): string {
  return tidyLine(text).replaceAll('\ufe0f', '')
}
