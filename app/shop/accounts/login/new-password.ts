let typed: string | undefined

/** Keeps what somebody registers with for the login page that follows: in this tab's memory alone. */
export function keepNewPassword(password: string) {
  typed = password
}

/** The password of who has just registered in this tab, once. */
export function takeNewPassword(): string | undefined {
  const password = typed
  typed = undefined
  return password
}
