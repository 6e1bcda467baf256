let typed: string | undefined
export const newPassword = () => typed

/** Keeps what somebody registers with for the login page that follows, in this tab's memory alone; without one, forgets it. */
export function keepNewPassword(password?: string) {
  typed = password
}
