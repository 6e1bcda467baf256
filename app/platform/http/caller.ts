/** Who is calling, as the server's session says. */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
}
