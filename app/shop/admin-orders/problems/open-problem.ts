/** A complaint that nobody has answered yet. */
export interface OpenProblem {
  id: string
  message: string
  createdAt: Date
}
