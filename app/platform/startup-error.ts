/** Something the operator has to mend before the shop can start; its message is a sentence that says how. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
