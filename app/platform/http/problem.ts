/** An RFC 9457 problem as the API answers it. `detail` is a sentence a customer can read. */
export interface Problem {
  status: number
  title: string
  detail: string
  /** Field path → sentence, where fields are at fault. */
  errors?: Record<string, string>
}
