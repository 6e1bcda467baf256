/** An e-mail that breaks before its @ where a column is narrow, and anywhere where it is narrower still. */
export function EmailText({ email }: { email: string }) {
  const [local, domain] = email.split('@')
  return (
    <span className="wrap-anywhere">
      {local}
      <wbr />@{domain}
    </span>
  )
}
