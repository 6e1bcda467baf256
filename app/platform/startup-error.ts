/** Something that the operator must correct before the shop can start. Its message says how. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
