import { tooLargeSentence } from '#platform/http/too-large.ts'

/** The most a picture's file may have, in bytes. */
export const mostPictureBytes = 10 * 1024 * 1024

/** The kinds of picture that are taken. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

export const otherKindSentence = 'This is no picture we can use. Choose a JPEG, PNG, WebP or AVIF.'

/** What can be told before a file is sent: the sentence that the server would refuse it with, or null. */
export function pictureFileFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  // Where the browser does not know the kind, the server finds out.
  if (type !== '' && !pictureTypes.some((known) => known === type)) return otherKindSentence
  return size > mostPictureBytes ? tooLargeSentence(mostPictureBytes) : null
}
