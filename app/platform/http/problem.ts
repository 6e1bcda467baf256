/** An RFC 9457 problem as the API sends it. `detail` is a sentence a customer can read. */
export interface Problem {
  status: number
  title: string
  detail: string
  /** Field path → sentence, where fields are at fault. */
  errors?: Record<string, string>
}

/** Says that a file has more than `maxBytes`: before it is sent, and when it has been. */
export function tooLargeSentence(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Choose a smaller one.`
}
